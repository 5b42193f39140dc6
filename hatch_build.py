"""Generates the stubs before a wheel is packed or an editable install points at them; builds the page for a wheel.

TILTH_PAGE may name a folder with a page that has been built already: the wheel gets that one, and nothing is fetched.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GenerateStubs(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
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
