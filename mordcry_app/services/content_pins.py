"""Newer shipped content: what it would change in a campaign, and taking it over.

A campaign goes on with the content that it was played with until its players say otherwise. Then
the shipped files take the place of the kept ones, as one operation that can be taken back.
"""

from __future__ import annotations

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.schema import ContentError
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.content_store import store_pin
from mordcry_app.services.content_words import (
    differences,
    name_of,
    records_of,
    touched_by,
    words_for,
)
from mordcry_app.services.house_content import OPERATION, as_rows
from mordcry_app.services.house_content_views import ContentChangeView, NewerContentView
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import Touched


def newer_content(file: CampaignFile) -> NewerContentView | None:
    """Return what the shipped content would change; none where the campaign plays with it."""
    changes = content_changes(file)
    version = file.content.pinned_version
    if not changes or version is None:
        return None
    return NewerContentView(version, file.ruleset.manifest.content_version, changes)


def content_changes(file: CampaignFile) -> tuple[ContentChangeView, ...]:
    """Return every record that is otherwise in the shipped content, in the ruleset’s order."""
    if not file.content.pinned:
        return ()
    kept, shipped = records_of(file.content.base.folder), records_of(file.shipped.folder)
    with file.reading() as connection:
        state = current_state(file, connection)
    content = file.ruleset.content
    found: list[ContentChangeView] = []
    for kind, ref in dict.fromkeys([*shipped, *kept]):
        old, new = kept.get((kind, ref)), shipped.get((kind, ref))
        if old == new:
            continue
        status = "new" if old is None else "goes" if new is None else "changes"
        found.append(
            ContentChangeView(
                kind=kind,
                ref=ref,
                name=name_of(new or old, ref),
                noun=words_for(kind, file.shipped.ruleset.content)[1],
                status=status,
                changes=differences(old, new) if status == "changes" else (),
                touches=touched_by(kind, ref, old or new, state, content),
                is_kept=(kind, ref) in file.content.house,
            )
        )
    return tuple(found)


def keeps_what_cannot_be_used(file: CampaignFile) -> bool:
    """Say whether a campaign has kept content that is of no use, so that the shipped stands in."""
    kept = file.content.stored.pin
    is_other = kept is not None and kept.get("sha256") != file.shipped_pin.digest
    return is_other and not file.content.pinned


def accept_content(file: CampaignFile) -> Touched:
    """Go on with the shipped content; raises `Refusal` when the house content does not fit it."""
    shipped, kept = file.shipped_pin, file.content.stored.pin
    if kept is None or kept.get("sha256") == shipped.digest:
        raise Refusal("This campaign plays with the newest content already.")
    left_out = file.content.left_out
    rows = {key: row.data for key, row in file.content.house.items() if key not in left_out}
    try:
        file.build_content(as_rows(rows), {})
    except ContentError as error:
        raise Refusal(
            f"Your own content does not fit the newer content: {error}. Change that first."
        ) from None
    label = f"House content: went on to version {shipped.version} of the printed content"
    with unit_of_work(file, label, OPERATION) as work:
        store_pin(work, shipped)
    return work.touched
