"""What the campaign page and the chronicle cost as a campaign grows: 200 battles against 10.

The same warbands of ten fight all battles. Each round makes one small change, as a player would,
lets the window read the warbands, as it does after every change, and then reads the page. Rounds
on both campaigns are interleaved, processor time is taken, and medians are compared. Target: at 200
battles at most 1.5 × the time at 10, but for what reads every entry there is.
Run it by name: `pytest -n0 -s tests/bench/bench_campaign_page.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

import pytest

from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.campaign_page import campaign_page_view
from mordcry_app.services.chronicle_reading import chronicle_view
from mordcry_app.services.chronicle_views import ChronicleFilter
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import adjust_resource
from mordcry_app.services.standings import plots_view
from tests.services.told_battles import fought
from tests.services.worlds import found, roster_ids

ROUNDS = 40
SHORT, LONG = 10, 200
OUT = {"Dietlind": "Krato", "Frida": None, "Morgan": "Anselm", "Odo": "Anselm"}


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[CampaignFile, ...]]:
    """A campaign of 10 battles and one of 200."""
    folder = tmp_path_factory.mktemp("bench")
    files = tuple(found(folder / f"{count}") for count in (SHORT, LONG))
    for file, count in zip(files, (SHORT, LONG), strict=True):
        for number in range(count):
            fought(file, OUT, winner=number % 2)
    yield files
    for file in files:
        file.close()


def first_page(file: CampaignFile) -> object:
    return chronicle_view(file, count=8)


READINGS: dict[str, Callable[[CampaignFile], object]] = {
    "campaign page": campaign_page_view,
    "  of it: the plots": plots_view,
    "chronicle, first cards": first_page,
    "chronicle, all of it": chronicle_view,
    "chronicle, searched": lambda file: chronicle_view(file, ChronicleFilter(words="odo"), count=8),
}


def test_pages_at_200_battles_against_10(campaigns: tuple[CampaignFile, ...]) -> None:
    print(f"\n{'':26} {SHORT:>9} {LONG:>9}    ratio")
    for name, read in READINGS.items():
        times: list[list[float]] = [[], []]
        for number in range(ROUNDS):
            for place, file in enumerate(campaigns):
                amount = 1 if number % 2 else -1
                roster = roster_ids(file)[0]
                adjust_resource(file, "crowns", amount, "a change", roster_id=roster)
                campaign_view(file)
                start = process_time()
                read(file)
                times[place].append(1000 * (process_time() - start))
        short, long = (median(times[place]) for place in (0, 1))
        print(f"{name:26} {short:6.2f} ms {long:6.2f} ms   {long / short:6.2f}")


def test_pages_opened_anew(campaigns: tuple[CampaignFile, ...]) -> None:
    """The same with nothing remembered: what opening the page for the first time costs."""
    print(f"\n{'nothing remembered':26} {SHORT:>9} {LONG:>9}    ratio")
    for name, read in READINGS.items():
        times: list[list[float]] = [[], []]
        for _ in range(ROUNDS // 4):
            for place, file in enumerate(campaigns):
                file.remembered.forget()
                campaign_view(file)
                start = process_time()
                read(file)
                times[place].append(1000 * (process_time() - start))
        short, long = (median(times[place]) for place in (0, 1))
        print(f"{name:26} {short:6.2f} ms {long:6.2f} ms   {long / short:6.2f}")
