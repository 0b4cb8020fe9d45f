"""What cardgen brings beside its code: pages of its own in `templates/`, and tables of data beside the module that reads them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.cache import default_folder, name_for
from cardgen.base.files import templates_dir
from cardgen.base.syntax import without_trees

if TYPE_CHECKING:
    from jinja2 import Environment


@lru_cache
def templates(folder: str, *, markup: bool = True, blocks: bool = True, ends: bool = False) -> Environment:
    """Return the templates of a folder: pages of `markup`, or plain text; a name that is not given is a bug.

    `blocks`: a line that holds a block alone leaves none; `ends`: the last line keeps its end. They are kept as they were compiled.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, lexer

    from cardgen.base.compiled import KeptTemplates, Unfolded

    without_trees(lexer)
    how = (folder, markup, blocks, ends)
    pages = Environment(
        loader=FileSystemLoader(templates_dir() / folder),
        autoescape=markup,
        undefined=StrictUndefined,
        trim_blocks=blocks,
        lstrip_blocks=blocks,
        keep_trailing_newline=ends,
        optimized=False,
        bytecode_cache=KeptTemplates(how, default_folder() / "templates", name_for(how)),
    )
    pages.code_generator_class = Unfolded
    return pages


def manual(name: str, **names: Any) -> str:
    """Return a page of docs/ that is made from what it describes, from `templates/manuals/`."""
    return templates("manuals", markup=False, ends=True).get_template(f"{name}.md.j2").render(names)


def table(module: str, name: str) -> Any:
    """Return the data of a YAML file that lies beside a module (its `__file__`)."""
    import yaml

    text = Path(module).with_name(name).read_text("utf-8")
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
