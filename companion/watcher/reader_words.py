"""Sentences for what keeps codes from being read, and for the items of a kit that were not asked for."""

from __future__ import annotations

from companion.table.text import Text
from hardware.vision.tag_decoders import DecoderName
from hardware.vision.tag_process import Trouble
from hardware.vision.tags import TagReader

_ITEMS = {"G": "card", "D": "deed", "P": "playing_card", "T": "tile"}


def trouble_text(reader: TagReader) -> Text:
    """Return why no decoder could look at the last frame."""
    troubles = reader.troubles
    if len(reader.missing) == len(DecoderName) or not troubles:
        return Text("watch.codes.missing")
    return told(troubles[-1])


def told(trouble: Trouble) -> Text:
    """Return what went wrong with a decoder."""
    return Text(f"watch.codes.{trouble.kind.value}", {"decoder": trouble.decoder.value})


def item_text(item: str) -> Text:
    """Return what an item of the kit is called."""
    return Text(f"watch.item.{_ITEMS.get(item[:1], 'other')}", {"item": item})
