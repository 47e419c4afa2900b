"""Receipts of swaps: part 5.7 of docs/formats.md. Each check raises Refuted; what could not be checked is returned."""

from records import (UNIT, amount, check_run, demand, genesis, has_exactly, is_whole, milliseconds, plain)

SECTIONS = ["kind", "version", "order", "terms", "from_tick", "to_tick", "result", "reason", "given", "received",
            "settled_at", "formula", "archive", "issuer"]
NUMBERS = ["received_ms", "accepted_from", "accepted_to", "expires_ms"]
AMOUNTS = ["from_amount", "to_amount", "rate", "quoted_from", "quoted_to"]
ORDER = ["exchange_id", "account_id", "kind", "from_coin", "to_coin", *AMOUNTS, *NUMBERS, "is_cancelled"]
TERMS = {"fill_delay_ms": 750, "fill_window_ms": 5_000, "move_max_bp": 5}
DECIMALS = ["from_decimals", "to_decimals"]


def verify_swap(receipt, archive=None) -> list:
    """`archive` are runs of the coins that have a price, each from the order's accepted sequence of the coin on."""
    check_form(receipt)
    order = receipt["order"]
    sides = [side for side in ("from", "to") if order[f"{side}_coin"] != "USDT"]
    runs, shown = receipt["archive"], [archive] if isinstance(archive, dict) else archive
    demand(isinstance(runs, list) and len(runs) == len(sides), "the number of runs")
    demand(shown is None or len(shown) == len(sides), "the number of runs of the archive")
    ticks, is_whole_run = {}, True
    for place, side in enumerate(sides):
        after = order[f"accepted_{side}"]
        check_side(runs[place], order[f"{side}_coin"], after)
        known = runs[place]["ticks"]
        if shown is not None:
            check_side(shown[place], order[f"{side}_coin"], after)
            known = check_archive(runs[place], shown[place], after)
        is_whole_run = is_whole_run and (not known or known[0][0] == after + 1)
        ticks[side] = known
    decided = decide(order, receipt["terms"], ticks)
    for side in ("from", "to"):
        tick = decided[side]
        there = tick and {"sequence": tick[0], "price": tick[1], "published_ms": tick[3]}
        demand(receipt[f"{side}_tick"] == there, f"{side}_tick is not what the ticks decide")
    for name in ("result", "reason", "given", "received"):
        demand(receipt[name] == decided[name], f"{name} is {receipt[name]!r}, it must be {decided[name]!r}")
    demand(receipt["formula"] == formula(receipt), "the formula")
    demand(milliseconds(receipt["settled_at"]) >= decided["ms"], "settled before it was decided")
    return [] if decided["reached"] and is_whole_run else ["reach"]


def check_form(receipt) -> None:
    demand(is_whole(receipt.get("version")) and receipt["version"] == 1, "an unknown version")
    has_exactly(receipt, SECTIONS, "the receipt")
    order, terms = receipt["order"], receipt["terms"]
    has_exactly(order, ORDER, "order")
    has_exactly(terms, [*TERMS, *DECIMALS], "terms")
    demand(all(is_whole(order[name]) for name in NUMBERS), "a number of the order")
    demand(all(amount(order[name]) > 0 for name in AMOUNTS if name != "rate") and amount(order["rate"]) >= 0, "amounts")
    demand(all(isinstance(order[name], str) for name in ORDER[:5]), "a text of the order")
    demand(isinstance(order["is_cancelled"], bool) and order["kind"] in ("quote", "limit"), "the order")
    demand(all(is_whole(terms[name]) and terms[name] == value for name, value in TERMS.items()), "the terms")
    demand(all(is_whole(terms[name]) and terms[name] <= 18 for name in DECIMALS), "decimals")
    demand(order["from_coin"] != order["to_coin"], "one coin for itself")
    for side in ("from", "to"):
        demand(order[f"{side}_coin"] != "USDT" or order[f"accepted_{side}"] == 0, "USDT has no ticks")
        tick = receipt[f"{side}_tick"]
        if tick is not None:
            has_exactly(tick, ["sequence", "price", "published_ms"], "a tick")
            demand(is_whole(tick["sequence"], 1) and is_whole(tick["published_ms"]), "a tick")
    if order["kind"] == "quote":
        demand(order["expires_ms"] == order["received_ms"] + terms["fill_window_ms"], "the time of a quote")
        demand(not order["is_cancelled"], "a quote is never cancelled")
    else:
        demand("USDT" in (order["from_coin"], order["to_coin"]), "one coin of a limit is USDT")
    demand(amount(receipt["given"]) >= 0 and amount(receipt["received"]) >= 0, "amounts")


def check_side(run, coin, after) -> None:
    check_run(run)
    demand(run["coin"] == coin, "ticks of another coin")
    demand(not run["ticks"] or run["ticks"][0][0] > after, "ticks that can't count")
    if after == 0 and (not run["ticks"] or run["ticks"][0][0] == 1):
        demand(run["start_hash"] == genesis(coin), "it does not start from the genesis")


def check_archive(run, archive, after) -> list:
    """All ticks of the receipt are the archive's, which may reach further."""
    known = archive["ticks"]
    demand(not known or known[0][0] == after + 1, "the archive begins elsewhere")
    hashes = [archive["start_hash"], *check_run(archive)]
    first = run["ticks"][0][0] - after - 1 if run["ticks"] else 0
    demand(known[first:first + len(run["ticks"])] == run["ticks"], "ticks that are not the archive's")
    demand(run["start_hash"] == hashes[first], "another start_hash than the archive's")
    return known


def decide(order, terms, ticks) -> dict:
    def first(side):
        for tick in ticks.get(side, []):
            in_time = order["received_ms"] + terms["fill_delay_ms"] <= tick[3] <= order["expires_ms"]
            if in_time and (order["kind"] == "quote" or reaches(order, side, amount(tick[1]))):
                return tick
        return None

    found = {side: first(side) for side in ("from", "to")}
    missing = [side for side in ticks if found[side] is None]
    if missing:
        reason = "no-tick" if order["kind"] == "quote" else "cancelled" if order["is_cancelled"] else "expired"
        ends = [ticks[side][-1][3] if ticks[side] else 0 for side in missing]
        reached = any(end > order["expires_ms"] for end in ends)
        return {**found, **returned(reason), "ms": order["expires_ms"], "reached": reached}
    price = {side: UNIT if found[side] is None else amount(found[side][1]) for side in found}
    decided = {**found, "ms": max(tick[3] for tick in found.values() if tick), "reached": True}
    if order["kind"] == "limit":
        unit = 10 ** (18 - terms["from_decimals"])
        given = -(-amount(order["to_amount"]) * price["to"] // (price["from"] * unit)) * unit
        return {**decided, "result": "filled", "reason": None, "given": plain(given), "received": order["to_amount"]}
    now, then = price["from"] * amount(order["quoted_to"]), amount(order["quoted_from"]) * price["to"]
    if abs(now - then) * 10_000 > then * terms["move_max_bp"]:
        return {**decided, **returned("price-moved")}
    unit = 10 ** (18 - terms["to_decimals"])
    received = amount(order["from_amount"]) * price["from"] // price["to"] // unit * unit
    return {**decided, "result": "filled", "reason": None, "given": order["from_amount"], "received": plain(received)}


def returned(reason) -> dict:
    return {"result": "returned", "reason": reason, "given": "0", "received": "0"}


def reaches(order, side, price) -> bool:
    """The other side is USDT."""
    rate = amount(order["rate"])
    return price >= rate if side == "from" else UNIT * UNIT >= rate * price


def formula(receipt) -> str:
    order, reason = receipt["order"], receipt["reason"]
    p, q = (receipt[side]["price"] if receipt[side] else "1" for side in ("from_tick", "to_tick"))
    back = f"{order['from_amount']} {order['from_coin']} back"
    if reason == "price-moved":
        return f"{p} / {q} is too far from {order['quoted_from']} / {order['quoted_to']} → {back}"
    if reason is not None:
        return f"{reason} → {back}"
    given, received = f"{receipt['given']} {order['from_coin']}", f"{receipt['received']} {order['to_coin']}"
    return f"{received} × {q} / {p} = {given} (up)" if order["kind"] == "limit" else f"{given} × {p} / {q} = {received} (down)"
