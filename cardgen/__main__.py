"""Where the program begins: `cardgen` and `python -m cardgen`.

Most of the first 0.1 s is Python importing things, and Ctrl-C is heard there as well. So nothing is imported here that
takes any time, and until `app.process` listens itself, whoever tells us to stop ends us at once: there is nothing yet
to tidy up.
"""

import os
import signal
import sys

_STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")


def main() -> None:
    """Run the command line; `cardgen.app.cli.main` says with which exit status it ends."""
    for name in _STOPPING:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _stop)
    if sys.getfilesystemencoding() != "utf-8":
        from cardgen.base.children import begin_again_in_utf8

        begin_again_in_utf8()
    from cardgen.app.cli import main as run

    run()


def _stop(number: int, _: object) -> None:
    # not by an exception: an import may swallow it, or print it
    os.write(2, b"interrupted; earlier results are untouched\n")
    os._exit(128 + number)


if __name__ == "__main__":
    main()
