"""Makes a campaign of the present schema for later versions of the program to open.

Run it once when a schema is released: `python -m tests.data.schemas.make_fixture`. The file that
it writes, named after the revision, is never made anew after that.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from mordcry_app.rules.procedure import ChoiceAnswer
from mordcry_app.services import boards, chronicle, history, house_content, pictures
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.schema import newest_revision
from tests.services.random_writers import picture
from tests.services.worlds import fight, found, play_quietly, rolled, roster_ids

ROLLS = {
    "injury/4/roll": "13",
    "injury/12/roll": "26",
    "injury/15/roll": "31",
    "income/1/roll": "34",
    "income/2/roll": "14",
}


def main() -> None:
    """Write `REVISION.mordcry` beside this file; it must not be there yet."""
    target = Path(__file__).with_name(f"{newest_revision()}.mordcry")
    if target.exists():
        raise SystemExit(f"{target.name} is there already, and stays as it is")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MORDCRY_HOME"] = folder
        path = write_campaign(Path(folder) / "fixture")
        with closing(sqlite3.connect(path)) as raw:
            raw.execute("PRAGMA page_size=1024")
            raw.execute("VACUUM")
        target.write_bytes(path.read_bytes())


def write_campaign(path: Path) -> Path:
    """Make a campaign with something in every table that the program writes."""
    with found(path) as file:
        vigil, ruin = roster_ids(file)
        edits.adjust_resource(file, "crowns", 100, "A rich aunt", roster_id=vigil)
        edits.give_item(file, "long_sword", member_id=1, price=30)
        edits.give_item(file, "half_plate", member_id=1)
        edits.give_item(file, "dagger", roster_id=ruin)
        edits.correct_stat(file, 2, "ws", 6, "A duelling school")
        edits.set_notes(file, 3, "Owes Anselm a drink.")
        edits.set_tags(file, 3, ["reliable"])
        pictures.set_portrait(file, 1, picture("red"), "anselm.png")
        set_house_rule(file, "most_fighters", 12)
        edits.adjust_resource(file, "xp", 9, "Old stories", member_id=8)
        _, draft = fight(file, {"Dietlind": "Krato", "Lene": "Anselm", "Odo": None})
        for key, faces in ROLLS.items():
            boards.type_faces(file, draft, key, faces)
        boards.give_answer(file, draft, "injury/4/healer", ChoiceAnswer(option="keep"))
        boards.type_faces(file, draft, "advance/8/1/roll", "66")
        boards.give_answer(file, draft, "advance/8/1/choice/0/kind", ChoiceAnswer(option="skill"))
        boards.give_answer(
            file,
            draft,
            "advance/8/1/choice/0/skill/skill",
            ChoiceAnswer(option="healing_hands"),
        )
        gossip = {"exploration/9/roll": rolled("32")}
        play_quietly(file, draft, seed="fixture", found=gossip)
        boards.finish(file, draft)
        chronicle.write_entry(file, "Between battles", "They buried what was left of him.")
        house_content.save_data(
            file, "item", "lucky_coin", {"kind": "item", "name": "Lucky Coin", "price": 5}
        )
        edits.recruit(file, vigil, "youngblood", "Kunz")
        history.undo(file)
        edits.retire(file, 20, "Went home")
        set_up_battle(file)
        _, draft = fight(file, {"Berta": "Krato", "Rahel": "Anselm"}, winner=1)
        boards.type_faces(file, draft, "injury/2/roll", "31")
        edits.rename_campaign(file, "Never mind")
        history.undo(file)
        return file.path


if __name__ == "__main__":
    main()
