"""Conventions, ticks, minutes, input lists and corrections: parts 1 to 4 of docs/formats.md."""

import json
import re
import zlib
from base64 import b64decode
from hashlib import sha256
from itertools import accumulate

import ed25519

UNIT = 10**18
PLAIN = re.compile(r"(?:0|[1-9][0-9]{0,19})(?:\.[0-9]{0,17}[1-9])?\Z")
HASH = re.compile(r"[0-9a-f]{64}\Z")
COIN = re.compile(r"[A-Z0-9]{1,10}\Z")
INSTANT = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z\Z")
STANDINGS = {"in", "silent", "clock", "frozen", "unconverted", "outlier", "disputed"}


class Refuted(Exception):
    """Something does not fit."""


def demand(fits, what: str) -> None:
    if not fits:
        raise Refuted(what)


# 1. Conventions


def read_json(text: str):
    def no_twice(pairs):
        demand(len({name for name, _ in pairs}) == len(pairs), "a name is there twice")
        return dict(pairs)

    def no_fraction(number):
        raise Refuted(f"{number} is not a whole number")

    return json.loads(text, object_pairs_hook=no_twice, parse_float=no_fraction, parse_constant=no_fraction)


def canonical(value) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        demand(abs(value) < 2**53, f"{value} is not exact everywhere")
        return str(value)
    if isinstance(value, str):
        demand(not any("\ud800" <= letter <= "\udfff" for letter in value), "half a character")
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    demand(isinstance(value, dict), "a value without canonical form")
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in names) + "}"


def digest(value) -> str:
    return sha256(canonical(value).encode()).hexdigest()


def amount(text, may_sink=False) -> int:
    """Units of 10^-18."""
    demand(isinstance(text, str), f"{text!r} is not a plain decimal")
    sinks = may_sink and text.startswith("-") and text != "-0"
    digits = text[1:] if sinks else text
    demand(PLAIN.match(digits), f"{text!r} is not a plain decimal")
    whole, _, fraction = digits.partition(".")
    units = int(whole) * UNIT + int(fraction.ljust(18, "0"))
    return -units if sinks else units


def plain(units: int) -> str:
    whole, fraction = divmod(abs(units), UNIT)
    text = f"{whole}.{fraction:018d}".rstrip("0").rstrip(".")
    return f"-{text}" if units < 0 else text


def milliseconds(instant) -> int:
    from datetime import datetime, timezone

    match = INSTANT.match(instant) if isinstance(instant, str) else None
    demand(match, f"{instant!r} is no time")
    parts = [int(part) for part in match.groups()]
    try:
        return int(datetime(*parts[:6], tzinfo=timezone.utc).timestamp()) * 1000 + parts[6]
    except ValueError as error:
        raise Refuted(f"{instant} is no time") from error


def is_whole(value, least=0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value < 2**53


def check_signature(value, signature, key) -> None:
    demand(isinstance(key, str) and HASH.match(key), "the key has another form")
    demand(isinstance(signature, str) and re.match(r"[0-9a-f]{128}\Z", signature), "the signature has another form")
    genuine = ed25519.verify(bytes.fromhex(key), canonical(value).encode(), bytes.fromhex(signature))
    demand(genuine, "the signature is not the key's over this")


def has_exactly(value, names, what) -> None:
    demand(isinstance(value, dict) and set(value) == set(names), f"{what} has other fields")


# 2. Ticks


def genesis(coin: str) -> str:
    return sha256(f"candor ticks {coin}".encode()).hexdigest()


def hash_tick(before: str, coin: str, tick) -> str:
    text = "|".join([coin, *map(str, tick)])
    return sha256(bytes.fromhex(before) + text.encode()).hexdigest()


def check_tick(tick) -> None:
    demand(isinstance(tick, list) and len(tick) == 5, "a tick has five places")
    sequence, price, source_ms, published_ms, inputs = tick
    demand(is_whole(sequence, 1) and is_whole(source_ms) and is_whole(published_ms), f"{tick} is no tick")
    demand(amount(price) > 0, f"the price of tick {sequence}")
    demand(isinstance(inputs, str) and 1 <= len(inputs) <= 200, f"the inputs of tick {sequence}")


def check_run(run) -> list:
    """The hashes after its ticks."""
    has_exactly(run, ["coin", "start_hash", "ticks", "end_hash"], "a run")
    coin, at = run["coin"], run["start_hash"]
    demand(isinstance(coin, str) and COIN.match(coin), "no coin")
    demand(all(isinstance(run[end], str) and HASH.match(run[end]) for end in ("start_hash", "end_hash")), "no hash")
    demand(isinstance(run["ticks"], list), "no ticks")
    hashes, before = [], None
    for tick in run["ticks"]:
        check_tick(tick)
        if before is None:
            demand(tick[0] != 1 or at == genesis(coin), "tick 1 does not start from the genesis")
        else:
            demand(tick[0] == before[0] + 1, f"after tick {before[0]} comes {tick[0]}")
            demand(tick[3] >= before[3], f"tick {tick[0]} was published before the one before it")
        at, before = hash_tick(at, coin, tick), tick
        hashes.append(at)
    demand(at == run["end_hash"], "the ticks do not lead to end_hash")
    return hashes


def check_minutes(run, minutes) -> None:
    """Each minute whose ticks all lie in the run."""
    hashes = check_run(run)
    ticks = run["ticks"]
    after = {tick[0]: value for tick, value in zip(ticks, hashes)}
    first = ticks[0][0] if ticks else 0
    after[first - 1] = run["start_hash"]
    previous = None
    for minute in minutes:
        names = ["minute_ms", "first_sequence", "last_sequence", "count", "previous_hash", "hash"]
        has_exactly(minute, names, "a minute")
        demand(all(is_whole(minute[name]) for name in names[:4]), "a minute's numbers")
        from_, to = minute["first_sequence"], minute["last_sequence"]
        demand(minute["count"] == to - from_ + 1 > 0, f"the count of minute {minute['minute_ms']}")
        if previous is not None:
            demand(minute["previous_hash"] == previous["hash"], "a minute does not follow the one before")
            demand(minute["first_sequence"] == previous["last_sequence"] + 1, "ticks between two minutes")
        previous = minute
        if from_ - 1 in after and to in after:
            demand(after[from_ - 1] == minute["previous_hash"] and after[to] == minute["hash"], "the hash of a minute")
            inside = [tick for tick in ticks if from_ <= tick[0] <= to]
            demand(all(tick[3] - tick[3] % 60_000 == minute["minute_ms"] for tick in inside), "a tick of another minute")
            around = [tick for tick in ticks if tick[0] in (from_ - 1, to + 1)]
            demand(all(tick[3] - tick[3] % 60_000 != minute["minute_ms"] for tick in around), "a minute without its tick")


def unpack_minute(line) -> tuple:
    """A line of a day's file: the minute itself, its run, and the list of each tick or ''."""
    names = ["minute_ms", "first_sequence", "last_sequence", "count", "previous_hash", "hash"]
    has_exactly(line, [*names, "coin", "ticks", "sources"], "a line of a day")
    packed = read_json(inflate(line["ticks"]))
    has_exactly(packed, ["version", "firstSequence", "prices", "sourceMs", "publishedMs", "inputs"], "packed ticks")
    demand(is_whole(packed["version"]) and packed["version"] == 1, "ticks that are packed in an unknown way")
    demand(is_whole(line["first_sequence"], 1) and packed["firstSequence"] == line["first_sequence"], "other ticks")
    inputs = [text for text, times in packed["inputs"] for _ in range(times)]
    columns = [packed["prices"], accumulate(packed["sourceMs"]), accumulate(packed["publishedMs"]), inputs]
    rows = zip(*columns, strict=True)
    ticks = [[packed["firstSequence"] + place, *row] for place, row in enumerate(rows)]
    run = {"coin": line["coin"], "start_hash": line["previous_hash"], "ticks": ticks, "end_hash": line["hash"]}
    lists = [""] * len(ticks) if line["sources"] is None else inflate(line["sources"]).split("\n")
    demand(len(lists) == len(ticks) == line["count"], "a list for each tick")
    return {name: line[name] for name in names}, run, lists


def inflate(packed: str) -> str:
    stream = zlib.decompressobj(-15)
    try:
        text = stream.decompress(b64decode(packed, validate=True), 2**22)
    except zlib.error as error:
        raise Refuted("it is no raw deflate") from error
    demand(stream.eof and not stream.unused_data, "more or less than one packed text")
    return text.decode()


# 3. What a tick was made of


def check_inputs(tick, text: str, decimals: int) -> None:
    check_tick(tick)
    demand(isinstance(text, str) and is_whole(decimals), "no list")
    counted, heard, names, voices = [], [], [], 0
    is_newer = text.startswith("v2 ")
    for entry in (text[3:] if is_newer else text).split(" "):
        name, *rest = entry.split(":")
        prices = [amount(price) for price in rest[1:]]
        demand(re.match(r"[a-z]{1,20}\Z", name) and rest and rest[0] in STANDINGS, f"{entry!r} is no source")
        demand(len(prices) in (0, 1, 3) and all(prices), f"the prices of {name}")
        demand(rest[0] != "in" or prices, f"{name} counts without a price")
        names.append(name)
        if len(prices) == 3:
            step = 10 ** max(0, 16 - decimals)
            converted = prices[1] * UNIT // prices[2]
            demand(prices[0] == converted - converted % step, f"the price of {name} is not its quote at its rate")
        heard += prices[:1]
        voices += rest[0] in ("in", "outlier", "disputed", "frozen")
        if rest[0] == "in":
            counted.append((name, prices[0]))
    demand(names == sorted(names), "the sources are not in order")
    demand(not is_newer or len(counted) * 2 > voices, "those that count are no majority")
    named = "+".join(name for name, _ in counted) + " " + sha256(text.encode()).hexdigest()[:32]
    demand(named == tick[4], f"the list gives {named!r}, the tick says {tick[4]!r}")
    demand(plain(combine([price for _, price in counted], sorted(heard), decimals)) == tick[1], "the price of the tick")


def check_versions(lists) -> None:
    """Of the lists of a coin's ticks in order."""
    is_newer = False
    for text in lists:
        demand(text.startswith("v2 ") or not is_newer, "a list of version 1 after one of version 2")
        is_newer = text.startswith("v2 ")


def combine(counted, heard, decimals) -> int:
    demand(counted, "nobody counts")
    values = sorted(counted)
    price = (values[(len(values) - 1) // 2] + values[len(values) // 2]) // 2
    price = min(max(price, heard[(len(heard) - 1) // 2]), heard[len(heard) // 2])
    return price - price % 10 ** (18 - decimals)


# 4. Corrections

CANDLE = ["open", "high", "low", "close"]
CORRECTION = ["id", "coin", "minute_ms", "before", "after", "reason", "note", "proposed_by", "approved_by",
              "corrected_at", "previous", "public_key", "signature"]


def check_corrections(corrections, key=None) -> None:
    """From the first on."""
    previous = "0" * 64
    for place, correction in enumerate(corrections):
        has_exactly(correction, CORRECTION, "a correction")
        demand(correction["id"] == place + 1, f"correction {correction['id']} stands at {place + 1}")
        demand(correction["previous"] == previous, f"correction {place + 1} does not follow the one before")
        demand(key in (None, correction["public_key"]), f"the key of correction {place + 1}")
        demand(correction["reason"] in ("bad-print", "wrong-candle"), "a reason")
        by = (correction["proposed_by"], correction["approved_by"])
        demand(by[0] != by[1] or by == ("index", "index"), "nobody approves what he proposed")
        for candle in (correction["before"], correction["after"]):
            has_exactly(candle, CANDLE, "a candle")
            demand(all(amount(candle[name]) > 0 for name in CANDLE), "a candle's prices")
        milliseconds(correction["corrected_at"])
        unsigned = {name: value for name, value in correction.items() if name != "signature"}
        check_signature(unsigned, correction["signature"], correction["public_key"])
        previous = digest(correction)


def check_corrected_minute(correction, run) -> None:
    """That its new prices are those of the minute's ticks."""
    start = correction["minute_ms"]
    ticks = [tick for tick in run["ticks"] if tick[3] - tick[3] % 60_000 == start]
    times = [start, *(tick[3] for tick in ticks), start + 60_000]
    demand(run["coin"] == correction["coin"] and ticks, "the ticks of another minute")
    demand(all(later - earlier <= 3_000 for earlier, later in zip(times, times[1:])), "a pause in the minute")
    prices = [amount(tick[1]) for tick in ticks]
    made = dict(zip(CANDLE, map(plain, (prices[0], max(prices), min(prices), prices[-1]))))
    demand(made == correction["after"], f"correction {correction['id']} is not what the ticks make")
