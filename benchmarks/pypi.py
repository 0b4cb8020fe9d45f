"""What PyPI shows of the project: the README with absolute addresses, and the links beside it; hatchling asks while it builds.

The address of the repository is said once, in pyproject.toml. Pictures and pages are those of the version's tag.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class AbsoluteReadme(MetadataHookInterface):
    """Adds `readme` and `urls` to the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository, tag = self.config["repository"], f"v{metadata['version']}"
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, repository, tag)}
        metadata["urls"] = {
            "Repository": repository,
            "Documentation": f"{repository}/blob/{tag}/docs/tour.md",
            "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
            "Issues": f"{repository}/issues",
        }


def absolute(text: str, repository: str, tag: str) -> str:
    """Return Markdown whose links into the repository lead there from anywhere."""
    kinds = {True: "raw", False: "blob"}

    def led(link: re.Match[str]) -> str:
        return f"{link[1]}]({repository}/{kinds[link[1].startswith('!')]}/{tag}/{link[2]})"

    return re.sub(r"(!?\[[^\]]*)\]\((?!https?:|mailto:|#)([^)\s]+)\)", led, text)
