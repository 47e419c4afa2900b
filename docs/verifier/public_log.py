"""The public log: part 10 of docs/formats.md."""

import re
from base64 import b64decode, b64encode
from hashlib import sha256

import ed25519
import records
from records import demand

SIZE = re.compile(r"(?:0|[1-9][0-9]{0,14})\Z")


def check_log(leaves, checkpoints, key) -> None:
    """Entries from the first on, and what was signed of them, the newest last."""
    check_entries(leaves)
    origin = f"candor/log/{hash_leaf(leaves[0]).hex()[:32]}"
    before = 0
    for note in checkpoints:
        size = read_checkpoint(note, origin, leaves)
        demand(before < size <= len(leaves), "the checkpoints are not in their order")
        before = size
    demand(key_at(leaves, before) == key, "the newest checkpoint is signed with another key than the trusted one")


def check_entries(leaves) -> None:
    before = 0
    for place, leaf in enumerate(leaves):
        entry = records.read_json(leaf)
        records.has_exactly(entry, ("at_ms", "body", "kind", "seq"), "an entry")
        demand(records.canonical(entry) == leaf, f"entry {place} is not canonical")
        demand(entry["seq"] == place, f"entry {entry['seq']} stands where {place} belongs")
        demand(records.is_whole(entry["at_ms"], before), f"entry {place} is older than the one before")
        before = entry["at_ms"]


def read_checkpoint(note, origin, leaves) -> int:
    lines = note.split("\n")
    demand(len(lines) == 6 and lines[3] == lines[5] == "", "a checkpoint has another form")
    name, size, root, _, signature, _ = lines
    demand(name == origin, f"the checkpoint is of {name}, not of {origin}")
    demand(SIZE.match(size) and int(size) <= len(leaves), "the size of a checkpoint")
    demand(root == b64encode(root_of(leaves[: int(size)])).decode(), f"the root of {size} entries")
    key = bytes.fromhex(key_at(leaves, int(size)))
    demand(signature.startswith(f"\u2014 {name} "), "the signature has another name")
    signed = signature[len(name) + 3:]
    parts = b64decode(signed, validate=True)
    demand(b64encode(parts).decode() == signed and len(parts) == 68, "the signature has another form")
    demand(parts[:4] == sha256(f"{name}\n\x01".encode() + key).digest()[:4], "the key id")
    demand(ed25519.verify(key, f"{name}\n{size}\n{root}\n".encode(), parts[4:]), "the signature is not the key's")
    return int(size)


def key_at(leaves, size) -> str:
    entries = [records.read_json(leaf) for leaf in leaves[:size]]
    return [entry["body"]["signing_key"] for entry in entries if entry["kind"] == "signing-key"][-1]


def hash_leaf(leaf: str) -> bytes:
    return sha256(b"\0" + leaf.encode()).digest()


def root_of(leaves) -> bytes:
    if len(leaves) < 2:
        return hash_leaf(leaves[0]) if leaves else sha256(b"").digest()
    left = split(len(leaves))
    return sha256(b"\1" + root_of(leaves[:left]) + root_of(leaves[left:])).digest()


def split(count: int) -> int:
    """The largest power of two below it."""
    return 1 << (count - 1).bit_length() - 1


def inclusion(index, leaves) -> list:
    if len(leaves) == 1:
        return []
    left = split(len(leaves))
    if index < left:
        return [*inclusion(index, leaves[:left]), root_of(leaves[left:]).hex()]
    return [*inclusion(index - left, leaves[left:]), root_of(leaves[:left]).hex()]


def consistency(first, leaves, is_known=True) -> list:
    if first == len(leaves):
        return [] if is_known else [root_of(leaves).hex()]
    left = split(len(leaves))
    if first <= left:
        return [*consistency(first, leaves[:left], is_known), root_of(leaves[left:]).hex()]
    return [*consistency(first - left, leaves[left:], False), root_of(leaves[:left]).hex()]
