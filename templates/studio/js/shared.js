// A table in a room: the way back to its people and its invitation.

import { button } from "./dom.js";

/** The way to the room; nothing at a table that is in none. */
export const toRoom = (kit, watching = false) => (kit.room ? button("team", "The room: people, invitation, next game", () => location.assign(watching ? "../room/" : "room/"), { kind: "to-room" }) : null);

/** When the table does not answer any more because somebody else sits here now, the room says so. */
export function seatGone(kit) {
  if (kit.room) fetch("room/told").then((answer) => answer.json()).then((told) => told.table || location.assign("room/"), () => null);
}
