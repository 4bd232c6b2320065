"""The guards of conftest.py work: otherwise a forgotten dialog would hang the whole run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox


@pytest.mark.usefixtures("qapp")
def test_what_waits_for_a_click_raises() -> None:
    with pytest.raises(AssertionError, match=r"QDialog\.exec waits for a click"):
        QDialog().exec()
    with pytest.raises(AssertionError, match=r"QMessageBox\.exec waits for a click"):
        QMessageBox().exec()
    with pytest.raises(AssertionError, match="waits for a click"):
        QMessageBox.question(None, "Delete?", "Really?")
    with pytest.raises(AssertionError, match="waits for a click"):
        QFileDialog.getOpenFileName(None, "Open")


def test_no_test_paints_on_a_screen(qapp: QApplication) -> None:
    assert qapp.platformName() == "offscreen"


def test_no_test_sees_the_players_files(mordcry_home: Path) -> None:
    assert os.environ["MORDCRY_HOME"] == str(mordcry_home)
    assert not mordcry_home.exists()
