#!/usr/bin/env python3
"""A verifier of Candor's public records, written from docs/formats.md alone. Python 3.10 or newer and nothing else.

verify.py vectors [folder]                            every file is accepted, and refused once a value in it is changed
verify.py refused file                                a JSON list of such receipts, none of which may be accepted
verify.py receipt file [--archive http://…] [--key k] a receipt; with the archive, also against what everybody sees
verify.py archive http://… [coin] [--from ms]         the newest ticks (or those since) with their minutes and lists
verify.py day file decimals                           a downloaded day of a coin whose prices have so many decimals
verify.py corrections http://…                        all corrections, with the ticks of their minutes
verify.py log http://…                                the public log with all its checkpoints

Exit code: 0 verified, 1 refuted, 2 not fully checked or not readable.
"""

import argparse
import json
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import public_log
import receipts
import records
from records import Refuted, demand

PAGE = 2_000


def main() -> int:
    given = read_arguments()
    try:
        return COMMANDS[given.what](given)
    except Refuted as fault:
        print(f"REFUTED: {fault}")
        return 1
    except (OSError, ValueError) as error:
        print(f"NOT READABLE: {error}")
        return 2


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=list(COMMANDS))
    parser.add_argument("where", nargs="?")
    parser.add_argument("coin", nargs="?", default="BTC")
    parser.add_argument("--archive")
    parser.add_argument("--key")
    parser.add_argument("--from", dest="since", type=int)
    return parser.parse_args()


# A receipt


def receipt(given) -> int:
    text = sys.stdin.read() if given.where == "-" else Path(given.where).read_text(encoding="utf-8")
    claimed = records.read_json(text)
    key = given.key or (given.archive and ask(given.archive, "/api/proof/key")["public_key"])
    missing = guarded(receipts.verify, claimed, given.archive and archive_for(given.archive, claimed), key)
    if missing:
        print(f"NOT FULLY CHECKED: nothing contradicts, but not checked: {', '.join(missing)}")
        return 2
    print(f"VERIFIED: {claimed['formula']}")
    return 0


def guarded(check, *values):
    """A record of another shape than any that the page describes is refuted, wherever that shows."""
    try:
        return check(*values)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise Refuted(f"a record of another shape ({error!r})") from error


def archive_for(base, claimed):
    """From the order's accepted sequence to past everything in the receipt and the time that decided."""
    def find_sides():
        order = claimed["order"]
        accepted = {order[f"{side}_coin"]: order[f"accepted_{side}"] for side in ("from", "to")}
        ends = {run["coin"]: max([tick[0] for tick in run["ticks"]] + [0]) for run in claimed["archive"]}
        return [(coin, accepted[coin], max(accepted[coin], last) + 1) for coin, last in ends.items()]

    if isinstance(claimed, dict) and claimed.get("kind") == "swap":
        return [read_run(base, *side) for side in guarded(find_sides)]

    def find_end():
        order, runs = claimed["order"], claimed["archive"]
        runs = runs if isinstance(runs, list) else [runs]
        last = max([tick[0] for run in runs for tick in run["ticks"]] + [order["accepted_sequence"]])
        return order["coin"], order["accepted_sequence"], last + 1

    coin, after, last = guarded(find_end)
    return read_run(base, coin, after, last)


def read_run(base, coin, after, last):
    run = None
    while True:
        page = ask(base, "/market/ticks", coin=coin, after=after, last=min(last, after + PAGE))
        page = {name: page[name] for name in ("coin", "start_hash", "ticks", "end_hash")}
        records.check_run(page)
        if run is None:
            run = page
        else:
            demand(page["start_hash"] == run["end_hash"], "two pages of the archive do not fit together")
            run = {**run, "ticks": run["ticks"] + page["ticks"], "end_hash": page["end_hash"]}
        if not page["ticks"] or page["ticks"][-1][0] >= last:
            return run
        after = page["ticks"][-1][0]


def ask(base, path, **question):
    query = f"?{urllib.parse.urlencode(question)}" if question else ""
    try:
        with urllib.request.urlopen(f"{base.rstrip('/')}{path}{query}", timeout=20) as answer:
            return json.loads(answer.read())["data"]
    except urllib.error.HTTPError as error:
        raise OSError(f"{path} answers {error.code}: {error.read()[:200]!r}") from error


# The archive


def archive(given) -> int:
    state = {entry["coin"]: entry for entry in ask(given.where, "/api/market/status")["coins"]}[given.coin]
    decimals = {entry["id"]: entry["price_decimals"] for entry in ask(given.where, "/api/coins", language="")}
    question = {"from": given.since} if given.since is not None else {"after": max(0, state["last_sequence"] - 600)}
    page = ask(given.where, "/market/ticks", coin=given.coin, **question)
    run = {name: page[name] for name in ("coin", "start_hash", "ticks", "end_hash")}
    minutes = page.get("minutes", [])
    guarded(records.check_run, run)
    guarded(records.check_minutes, run, minutes)
    lists = lists_of(given.where, run)
    for tick in run["ticks"]:
        if " " in tick[4]:
            demand(tick[0] in lists, f"tick {tick[0]} has no list")
            guarded(records.check_inputs, tick, lists[tick[0]], decimals[given.coin])
    records.check_versions([lists[sequence] for sequence in sorted(lists)])
    print(f"VERIFIED: {len(run['ticks'])} ticks of {given.coin}, {len(minutes)} minutes, {len(lists)} lists of sources")
    return 0


def lists_of(base, run):
    lists, after = {}, run["ticks"][0][0] - 1 if run["ticks"] else 0
    last = run["ticks"][-1][0] if run["ticks"] else 0
    while after < last:
        page = ask(base, "/market/inputs", coin=run["coin"], after=after, last=min(last, after + 600))["inputs"]
        lists.update({sequence: text for sequence, text in page})
        after += 600
    return lists


def day(given) -> int:
    minutes, count, listed, at = [], 0, [], None
    for line in Path(given.where).read_text(encoding="utf-8").splitlines():
        minute, run, lists = guarded(records.unpack_minute, records.read_json(line))
        guarded(records.check_minutes, run, [minute])
        demand(at in (None, run["start_hash"]), "a minute does not follow the one before")
        demand(not minutes or minutes[-1]["minute_ms"] < minute["minute_ms"], "the minutes are not in order")
        at, count = run["end_hash"], count + len(run["ticks"])
        minutes.append(minute)
        for tick, text in zip(run["ticks"], lists):
            demand((text != "") == (" " in tick[4]), f"the list of tick {tick[0]}")
            if text:
                listed.append(text)
                guarded(records.check_inputs, tick, text, int(given.coin))
    records.check_versions(listed)
    print(f"VERIFIED: {count} ticks in {len(minutes)} minutes, {len(listed)} lists of sources")
    return 0


def corrections(given) -> int:
    found, after = [], 0
    while after is not None:
        page = ask(given.where, "/market/corrections", after=after)
        found, after = found + page["corrections"], page.get("next_after")
    guarded(records.check_corrections, found, ask(given.where, "/api/proof/key")["public_key"])
    for one in found:
        start = one["minute_ms"]
        page = ask(given.where, "/market/ticks", coin=one["coin"], **{"from": start, "to": start + 59_999})
        run = {name: page[name] for name in ("coin", "start_hash", "ticks", "end_hash")}
        guarded(records.check_run, run)
        guarded(records.check_corrected_minute, one, run)
    print(f"VERIFIED: {len(found)} corrections")
    return 0


def log(given) -> int:
    newest = ask(given.where, "/api/log/checkpoint")["checkpoint"]
    size = int(newest.split("\n")[1])
    leaves = []
    while len(leaves) < size:
        leaves += ask(given.where, "/api/log/entries", **{"from": len(leaves), "to": size})["leaves"]
    notes, after = [], 0
    while after is not None and newest not in notes:
        page = ask(given.where, "/api/log/checkpoints", after=after)
        notes, after = notes + page["checkpoints"], page.get("next_after")
    notes = notes[: notes.index(newest) + 1]
    guarded(public_log.check_log, leaves, notes, given.key or ask(given.where, "/api/proof/key")["public_key"])
    print(f"VERIFIED: {size} entries, {len(notes)} checkpoints")
    return 0


# Vectors


def vectors(given) -> int:
    folder = Path(given.where) if given.where else Path(__file__).parent.parent / "vectors"
    files = sorted(folder.glob("*.json"))
    demand(files, f"there are no vectors in {folder}")
    for file in files:
        vector = records.read_json(file.read_text(encoding="utf-8"))
        guarded(check_vector, file.stem, vector)
        count = 0
        for name, changed in changes_of({name: value for name, value in vector.items() if name != "what"}):
            count += 1
            try:
                guarded(check_vector, file.stem, changed)
            except Refuted:
                continue
            raise Refuted(f"{file.name} is accepted with another value at {name}")
        print(f"{file.name}: accepted; {count} changes of it refused")
    print(f"VERIFIED: {len(files)} vectors")
    return 0


def refused(given) -> int:
    attempts = records.read_json(Path(given.where).read_text(encoding="utf-8"))
    for place, attempt in enumerate(attempts):
        try:
            missing = guarded(receipts.verify, attempt["receipt"], attempt["archive"], attempt["public_key"])
        except Refuted:
            continue
        raise Refuted(f"receipt {place} is accepted ({missing or 'all checked'}): {attempt.get('what')}")
    print(f"VERIFIED: {len(attempts)} receipts are refused")
    return 0


def check_vector(name, vector) -> None:
    if name == "canonical-json":
        for each in vector["values"]:
            demand(records.canonical(each["value"]) == each["text"], f"the canonical text of {each['text']}")
            demand(records.digest(each["value"]) == each["sha256"], f"the digest of {each['text']}")
    elif name == "ticks":
        demand(records.genesis(vector["run"]["coin"]) == vector["genesis"] == vector["run"]["start_hash"], "the genesis")
        demand(records.check_run(vector["run"]) == vector["hashes"], "the hashes")
    elif name == "minutes":
        records.check_minutes(vector["run"], vector["minutes"])
        demand(sum(minute["count"] for minute in vector["minutes"]) == len(vector["run"]["ticks"]), "ticks of no minute")
        demand(vector["minutes"][0]["first_sequence"] == vector["run"]["ticks"][0][0], "the first minute")
    elif name == "inputs":
        records.check_run(vector["run"])
        for tick, text in zip(vector["run"]["ticks"], vector["lists"], strict=True):
            records.check_inputs(tick, text, vector["price_decimals"])
    elif name == "corrections":
        records.check_corrections(vector["corrections"], vector["public_key"])
        records.check_run(vector["run"])
        for each in vector["corrections"]:
            records.check_corrected_minute(each, vector["run"])
    elif name == "public-log":
        leaves, notes = vector["leaves"], vector["checkpoints"]
        public_log.check_log(leaves, notes, vector["public_key"])
        sizes = [int(note.split("\n")[1]) for note in notes]
        demand(vector["inclusion"] == [public_log.inclusion(place, leaves) for place in range(len(leaves))], "inclusion")
        demand(vector["consistency"] == [public_log.consistency(size, leaves) for size in sizes], "consistency")
    else:
        missing = receipts.verify(vector["receipt"], vector["archive"], vector["public_key"])
        demand(not missing, f"not checked: {missing}")


def changes_of(value, path=""):
    """The value with each leaf of it changed, once at a time."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from ((where, {**value, name: other}) for where, other in changes_of(member, f"{path}.{name}"))
    elif isinstance(value, list) and value:
        for place, member in enumerate(value):
            for where, other in changes_of(member, f"{path}.{place}"):
                yield where, [*value[:place], other, *value[place + 1:]]
    else:
        yield path, other_than(value)


def other_than(leaf):
    if isinstance(leaf, bool) or leaf is None:
        return 1
    if isinstance(leaf, int):
        return leaf + 1 if leaf < 2**53 - 1 else leaf - 1
    if isinstance(leaf, str) and leaf:
        return leaf[:-1] + ("1" if leaf[-1] == "0" else "0")
    return "x" if isinstance(leaf, str) else [0] if isinstance(leaf, list) else {"x": 0}


COMMANDS = {
    "vectors": vectors,
    "refused": refused,
    "receipt": receipt,
    "archive": archive,
    "day": day,
    "corrections": corrections,
    "log": log,
}

if __name__ == "__main__":
    sys.exit(main())
