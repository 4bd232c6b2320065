"""The demonstration writes what it says: a campaign, sheets, and a picture of each screen."""

from pathlib import Path

import pypdf
import pytest
from PIL import Image

from mordcry_app.demo import run_demo
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.reading import campaign_view
from mordcry_app.sheets.kinds import KINDS
from mordcry_app.ui.pages import PAGES
from mordcry_app.ui.pictures import SIZE


@pytest.fixture(scope="module")
def demo(tmp_path_factory) -> tuple[Path, list[str]]:
    """The folder that a demonstration wrote, and what it said."""
    out = tmp_path_factory.mktemp("demo") / "mordcry-demo"
    return out, list(run_demo(out))


def test_it_names_exactly_the_files_that_it_wrote(demo):
    out, lines = demo
    assert sorted(line.partition(": ")[0] for line in lines) == sorted(
        path.name for path in out.iterdir()
    )


def test_the_campaign_is_sound_and_four_battles_in(demo):
    out, _ = demo
    (campaign,) = out.glob("*.mordcry")
    assert check_file(campaign) == ()
    with open_campaign(campaign) as file:
        view = campaign_view(file)
    assert view.battles_fought == 4
    assert view.drafts == ()
    assert view.is_set_up
    assert [roster.fought for roster in view.rosters] == [4, 4]


def test_each_sheet_names_every_fighter_of_its_warband(demo):
    out, _ = demo
    (campaign,) = out.glob("*.mordcry")
    with open_campaign(campaign) as file:
        view = campaign_view(file)
    for roster in view.rosters:
        for paper in ("a4", "letter"):
            pages = pypdf.PdfReader(out / f"{roster.name} ({paper}).pdf").pages
            text = " ".join(page.extract_text() for page in pages)
            assert all(member.name in text for member in roster.members)
            assert len(pages) == 1


def test_every_kind_of_paper_is_written_and_every_blank_one(demo):
    out, _ = demo
    for kind in KINDS:
        for paper, size in (("a4", (595, 842)), ("letter", (612, 792))):
            if kind.id != "roster":
                pages = pypdf.PdfReader(out / f"{kind.name} ({paper}).pdf").pages
                assert {tuple(round(float(x)) for x in p.mediabox[2:]) for p in pages} == {size}
                assert "".join(page.extract_text() for page in pages).strip()
        assert (out / f"{kind.name} (blank).pdf").exists() is kind.may_be_blank


def test_every_page_is_pictured_in_both_themes(demo):
    out, _ = demo
    names = [page.id.replace("_", "-") for page in PAGES if page.make is not None]
    more = ("history", "new-campaign", "aftermath-under-way", "aftermath-answered")
    for name in [*names, *more, "battle-under-way"]:
        light, dark = (Image.open(out / f"{name}-{mode}.png") for mode in ("light", "dark"))
        assert light.size == dark.size == SIZE
        assert _mean(light) > 200
        # Paper stays white in the dark theme, too.
        assert _mean(dark) < (150 if name == "print" else 60)
        assert len(set(light.convert("L").resize((160, 100)).tobytes())) > 20


def _mean(image: Image.Image) -> float:
    values = image.convert("L").resize((80, 50)).tobytes()
    return sum(values) / len(values)
