"""The committed lock names one public index and nothing of the machine it was made on.

That this index is uv's own default one is checked by ``uv lock --check`` in .ci/run.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "uv.lock"
PUBLIC_HOST = re.compile(r"([a-z0-9-]+\.)+(com|io|net|org)")


def packages() -> list[dict]:
    return tomllib.loads(LOCK.read_text(encoding="utf-8"))["package"]


def test_every_package_comes_from_one_public_index_but_our_own() -> None:
    sources = {package["name"]: package["source"] for package in packages()}

    assert sources.pop("mordcry") == {"editable": "."}
    assert all(set(source) == {"registry"} for source in sources.values()), sources
    indexes = {source["registry"] for source in sources.values()}
    assert len(indexes) == 1, indexes
    assert_public(indexes.pop())


def test_every_artefact_comes_from_one_public_host_with_its_hash() -> None:
    artefacts = [
        artefact
        for package in packages()
        for artefact in [*package.get("wheels", []), *filter(None, [package.get("sdist")])]
    ]

    assert len(artefacts) > 100
    assert len({urlsplit(artefact["url"]).hostname for artefact in artefacts}) == 1
    for artefact in artefacts:
        assert_public(artefact["url"])
        assert re.fullmatch(r"sha256:[0-9a-f]{64}", artefact["hash"]), artefact


def test_no_path_of_a_machine_stands_in_the_lock() -> None:
    assert not re.search(r"file:|/home/|/root/|/opt/|/tmp/|find-links", LOCK.read_text("utf-8"))


def assert_public(address: str) -> None:
    parts = urlsplit(address)
    assert parts.scheme == "https", address
    assert PUBLIC_HOST.fullmatch(parts.netloc), address  # no port, no name and password, no IP
