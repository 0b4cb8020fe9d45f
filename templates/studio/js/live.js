// What the studio says while files are saved: an event stream, and what the page knows of it.
//
//   state    {"state": "drawing", "done": 12, "of": 40}, {"state": "fresh", "errors": 0, "warnings": 2, "seconds": 0.2}
//   saved    {"file": "tiles.yaml", "look": "full", "faces": {"C13": {"front": "5f…"}}, "why": {"C13": "count 2 → 1"}}
//   kit      {}                                 what stands in its files has changed
//   build    {"state": "running", "step": "writing", "done": 2, "of": 9}     what is printed (print.js)
//   games    the same                          what is simulated (simulate.js); its last `found` stays
//   problems {"problems": [...], "stale": ["C17"]}

import { many } from "./dom.js";
import { heard, stream, wanted } from "./data.js";

/** The states of the pill in the header, each with its words. */
export const STATES = {
  watching: () => "Watching",
  reading: (s) => `Reading ${s.file ?? "the kit"}`,
  drawing: (s) => `Drawing ${s.done} of ${s.of}`,
  fresh: (s) => (s.seconds >= 0.05 ? `Up to date, ${s.seconds < 10 ? s.seconds.toFixed(1) : Math.round(s.seconds)} s` : "Up to date"),
  problems: (s) => many(s.errors, "error"),
  offline: () => "Not connected",
};

class Live extends EventTarget {
  now = { state: "reading" };
  #gone = false;
  #source = null;

  say(state) {
    this.now = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Begin to listen; `said` is how much was told before the kit that the page has loaded. */
  listen(said) {
    heard.said = said;
    if (!wanted) return;
    this.#open();
    // A browser has six connections to a server, for all its tabs: one that nobody sees gives its own back.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.#open()));
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", () => this.#open());
  }

  #close() {
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    if (this.#source || document.hidden) return;
    const source = (this.#source = stream());
    source.addEventListener("hello", (event) => {
      const { said, state } = JSON.parse(event.data);
      this.say(state);
      const missed = this.#gone || said !== heard.said;
      heard.said = said;
      if (missed) this.tell("again", {});
      if (this.#gone) this.tell("back", {});
      this.#gone = false;
    });
    for (const name of ["saved", "problems", "kit"])
      source.addEventListener(name, (event) => {
        heard.said++;
        this.tell(name, JSON.parse(event.data));
      });
    source.addEventListener("state", (event) => this.say(JSON.parse(event.data)));
    for (const name of ["build", "games"]) source.addEventListener(name, (event) => this.tell(name, JSON.parse(event.data)));
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.#close(); // the browser's own waiting grows to minutes
      if (!this.#gone) {
        this.#gone = true;
        this.say({ state: "offline" });
        this.tell("gone", {});
      }
      setTimeout(() => this.#open(), 1000);
    });
  }
}

export const live = new Live();
