"""Generates the stubs before a wheel is packed or an editable install points at them; builds the page for a wheel, and
notes the commit in a wheel and in an sdist.

TILTH_PAGE may name a folder with a page that has been built already: the wheel gets that one, and nothing is fetched.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SDIST_COMMIT = "COMMIT"
"""The file of an sdist that holds its commit, for the wheel that is built from it."""


class GenerateStubs(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        if version != "editable":
            # The file is made elsewhere: in a working copy it would stay behind, and name an old commit.
            self._scratch = tempfile.TemporaryDirectory()
            note = Path(self._scratch.name) / SDIST_COMMIT
            note.write_text(self._commit())
            is_wheel = self.target_name == "wheel"
            build_data["force_include"][str(note)] = "tilth_build/commit" if is_wheel else SDIST_COMMIT
        if self.target_name != "wheel":
            return
        from tools.generate import generate

        generate(Path(self.root))
        built = os.environ.get("TILTH_PAGE")
        if version != "editable" and built:
            from tools.page import PAGE

            shutil.copytree(built, Path(self.root) / PAGE, dirs_exist_ok=True)
        elif version != "editable":
            from tools.page import NoNode, build

            try:
                build(Path(self.root))
            except NoNode as missing:
                self.app.display_warning(f"this wheel has no browser page: {missing}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._scratch.cleanup()

    def _commit(self) -> str:
        """Return the commit of these sources: the one checked out, or else that of the sdist; "" if it is not known."""
        from tools.installed_build import commit_of

        note = Path(self.root) / SDIST_COMMIT
        return commit_of(self.root) or (note.read_text().strip() if note.is_file() else "")
