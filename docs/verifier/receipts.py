"""Receipts, those of swaps with their own rules beside: part 5 of docs/formats.md. Each check raises Refuted; what could not be checked is returned."""

from records import (UNIT, amount, check_run, check_signature, demand, digest, genesis, has_exactly, is_whole,
                     milliseconds, plain)
from swaps import verify_swap

CENT = 10**14
OPTION_ORDER = ["option_order_id", "account_id", "coin", "side", "stake", "received_ms", "accepted_sequence"]
OPTION_TERMS = ["option_config_id", "config_version", "duration_ms", "payout_rate", "min", "max", "entry_delay_ms",
                "entry_window_ms", "exit_age_max_ms", "tie", "payout_decimals"]
OPTION = ["kind", "version", "order", "terms", "entry", "expires_ms", "exit", "result", "void_reason", "paid",
          "settled_at", "formula", "archive", "issuer"]
CONTRACT_ORDER = ["trade_id", "account_id", "coin", "side", "order_type", "lever", "sheets", "sheet_size",
                  "trade_price", "usd_num", "fee", "received_ms", "accepted_sequence"]
CONTRACT_TERMS = ["config_version", "lever_max", "fee_rate", "maintenance_rate", "slippage_max", "entry_delay_ms",
                  "entry_window_ms", "usdt_decimals"]
CONTRACT = ["kind", "version", "order", "terms", "entry", "changes", "liquidation_price", "exit", "result",
            "cancel_reason", "cancel", "margin", "pnl", "paid", "settled_at", "formula", "archive", "issuer"]
CONTRACT_OPTIONAL, CONTRACT_TERMS_OPTIONAL = ["late_payments"], ["limit_expiry_ms"]
CHANGES = {"stops": ["received_ms", "accepted_sequence", "take_profit", "stop_loss"],
           "margin": ["received_ms", "accepted_sequence", "amount"],
           "close": ["received_ms", "accepted_sequence", "sheets"],
           "part": ["tick", "sheets", "margin", "pnl", "paid"]}
AFTER_FEE = ["fee", "net"]


def verify(receipt, archive=None, key=None) -> list:
    """What was not checked: any of reach, archive, key. `archive` is a run from the order's accepted sequence on, of a swap one of each coin."""
    demand(isinstance(receipt, dict) and receipt.get("kind") in ("option", "contract", "swap"), "no receipt")
    if receipt["kind"] == "swap":
        check_seal(receipt)
        demand(key in (None, receipt["issuer"]["public_key"]), "another key than the published one")
        given = {"archive": archive, "key": key}
        return verify_swap(receipt, archive) + [name for name, value in given.items() if value is None]
    is_option = receipt["kind"] == "option"
    check_form(receipt, is_option)
    check_seal(receipt)
    demand(key in (None, receipt["issuer"]["public_key"]), "another key than the published one")
    runs = [receipt["archive"]] if is_option else receipt["archive"]
    check_runs(runs, receipt["order"], archive, None if receipt["version"] == 2 else 2)
    decided = (check_option if is_option else check_contract)(receipt, runs, archive)
    demand(milliseconds(receipt["settled_at"]) >= decided["ms"], "settled before it was decided")
    missing = {"reach": decided["reached"], "archive": archive is not None, "key": key is not None}
    return [name for name, is_checked in missing.items() if not is_checked]


def check_form(receipt, is_option) -> None:
    order, terms = (OPTION_ORDER, OPTION_TERMS) if is_option else (CONTRACT_ORDER, CONTRACT_TERMS)
    version = receipt.get("version")
    demand(is_whole(version) and version in (1, 2), "an unknown version")
    names = OPTION if is_option else CONTRACT
    if version == 2 and is_option:
        names, terms = [*names, "exit_rule"], [*terms, "exit_wait_ms"]
    if not is_option:
        names = [*names, *(AFTER_FEE if version == 2 else [])]
        names = [*names, *(name for name in CONTRACT_OPTIONAL if name in receipt)]
        terms = [*terms, *(name for name in CONTRACT_TERMS_OPTIONAL if name in receipt["terms"])]
    has_exactly(receipt, names, "the receipt")
    has_exactly(receipt["order"], order, "order")
    has_exactly(receipt["terms"], terms, "terms")
    for section in ("order", "terms"):
        for name, value in receipt[section].items():
            is_number = name.endswith(("_ms", "_decimals", "_version", "_max")) and name != "slippage_max"
            is_number = is_number or name in ("accepted_sequence", "lever", "sheets")
            demand(is_whole(value) if is_number else isinstance(value, str), f"{section}.{name}")
    for name in ("entry", "exit"):
        check_tick_of(receipt[name], name)


def check_tick_of(tick, what) -> None:
    if tick is None:
        return
    has_exactly(tick, ["sequence", "price", "published_ms"], what)
    demand(is_whole(tick["sequence"], 1) and is_whole(tick["published_ms"]) and amount(tick["price"]) > 0, what)


def check_seal(receipt) -> None:
    has_exactly(receipt["issuer"], ["digests", "public_key", "signature"], "issuer")
    sections = {name: digest(value) for name, value in receipt.items() if name != "issuer"}
    demand(sections == receipt["issuer"]["digests"], "a section has another digest than the signed one")
    check_signature(receipt["issuer"]["digests"], receipt["issuer"]["signature"], receipt["issuer"]["public_key"])


def check_runs(runs, order, archive, most) -> None:
    demand(isinstance(runs, list) and 1 <= len(runs) <= (most or len(runs)), "runs")
    for run in runs:
        check_run(run)
        demand(run["coin"] == order["coin"], "ticks of another coin")
    starts = [run["ticks"][0][0] for run in runs if run["ticks"]]
    if len(runs) == 1 and starts:
        demand(starts[0] >= order["accepted_sequence"] + 1, "ticks that can't count")
    if order["accepted_sequence"] == 0 and starts[:1] in ([], [1]):
        demand(runs[0]["start_hash"] == genesis(order["coin"]), "it does not start from the genesis")
    if len(runs) > 1:
        demand(all(run["ticks"] for run in runs), "a run without ticks")
        for earlier, later in zip(runs, runs[1:]):
            demand(earlier["ticks"][-1][0] < later["ticks"][0][0], "runs that do not follow one another")
    if archive is None:
        return
    hashes = check_run(archive)
    demand(archive["coin"] == order["coin"], "the archive of another coin")
    first = order["accepted_sequence"] + 1
    demand(not archive["ticks"] or archive["ticks"][0][0] == first, "the archive begins elsewhere")
    after = {first - 1: archive["start_hash"], **{first + place: value for place, value in enumerate(hashes)}}
    for run in runs:
        for tick in run["ticks"]:
            place = tick[0] - first
            is_there = 0 <= place < len(archive["ticks"]) and archive["ticks"][place] == tick
            demand(is_there, f"tick {tick[0]} is not the archive's")
        before = run["ticks"][0][0] - 1 if run["ticks"] else first - 1
        demand(after[before] == run["start_hash"], "another start_hash than the archive's")


def known_ticks(runs, archive) -> list:
    ticks = [tick for run in runs for tick in run["ticks"]]
    return archive["ticks"] if archive is not None and len(archive["ticks"]) >= len(ticks) else ticks


def same_tick(name, claimed, decided) -> None:
    there = None if decided is None else {"sequence": decided[0], "price": decided[1], "published_ms": decided[3]}
    demand(claimed == there, f"{name} is {claimed}, the ticks decide {there}")


def same(receipt, decided) -> None:
    for name, value in decided.items():
        demand(receipt[name] == value, f"{name} is {receipt[name]!r}, it must be {value!r}")


# An option


def check_option(receipt, runs, archive):
    order, terms = receipt["order"], receipt["terms"]
    check_option_terms(order, terms)
    demand(not runs[0]["ticks"] or runs[0]["ticks"][0][0] == order["accepted_sequence"] + 1, "the run begins elsewhere")
    decided = decide_option(order, terms, known_ticks(runs, archive))
    for name in ("entry", "exit"):
        same_tick(name, receipt[name], decided[name])
    expected = {name: decided[name] for name in ("expires_ms", "result", "void_reason", "paid")}
    if receipt["version"] == 2:
        expected["exit_rule"] = decided["exit_rule"]
    same(receipt, expected)
    same(receipt, {"formula": option_formula(receipt)})
    return decided


def check_option_terms(order, terms) -> None:
    fixed = {"entry_delay_ms": 250, "entry_window_ms": 5000, "exit_age_max_ms": 3000, "tie": "stake back",
             "payout_decimals": 4, **({"exit_wait_ms": 10_000} if "exit_wait_ms" in terms else {})}
    same(terms, fixed)
    demand(1 <= terms["duration_ms"] <= 86_400_000 and amount(terms["payout_rate"]) > 0, "terms")
    stake = amount(order["stake"])
    demand(0 < stake and amount(terms["min"]) <= stake <= amount(terms["max"]) and stake % CENT == 0, "the stake")
    demand(order["side"] in ("up", "down") and order["received_ms"] > 0, "the order")


def decide_option(order, terms, ticks):
    received, stake = order["received_ms"], amount(order["stake"])
    void = {"entry": None, "expires_ms": None, "exit": None, "exit_rule": None, "result": "void",
            "paid": plain(stake)}
    entry = next((tick for tick in ticks if tick[3] >= received + 250), None)
    if entry is None or entry[3] > received + 5000:
        return {**void, "void_reason": "no-entry-tick", **end_at(received + 5000, ticks)}
    expires = entry[3] + terms["duration_ms"]
    opened = {**void, "entry": entry, "expires_ms": expires}
    exit_, rule, end = find_exit(terms, ticks, expires)
    if exit_ is None:
        return {**opened, "void_reason": "no-exit-tick", **end}
    prices = amount(exit_[1]), amount(entry[1])
    is_won = (prices[0] > prices[1]) == (order["side"] == "up")
    result = "tie" if prices[0] == prices[1] else "win" if is_won else "lose"
    profit = stake * amount(terms["payout_rate"]) // UNIT
    paid = {"tie": stake, "lose": 0, "win": stake + profit - profit % CENT}[result]
    return {**opened, "exit": exit_, "exit_rule": rule, "result": result, "void_reason": None, "paid": plain(paid), **end}


def find_exit(terms, ticks, expires):
    last = [tick for tick in ticks if tick[3] <= expires][-1]
    if expires - last[3] <= 3000:
        return last, "last-up-to-expiry", end_at(expires, ticks)
    if "exit_wait_ms" not in terms:
        return None, None, end_at(expires, ticks)
    later = next((tick for tick in ticks if tick[3] > expires), None)
    if later is None or later[3] > expires + 10_000:
        return None, None, end_at(expires + 10_000, ticks)
    return later, "first-after-expiry", {"ms": later[3], "reached": True}


def end_at(ms, ticks):
    """When it was decided, and whether a tick after that is known."""
    return {"ms": ms, "reached": bool(ticks) and ticks[-1][3] > ms}


def option_formula(receipt) -> str:
    order, terms, paid = receipt["order"], receipt["terms"], receipt["paid"]
    if receipt["result"] == "void":
        return f"{option_absence(receipt, terms)} → void, stake back; paid = {paid}"
    exit_, entry = receipt["exit"]["price"], receipt["entry"]["price"]
    sign = {0: "=", 1: ">", -1: "<"}[(amount(exit_) > amount(entry)) - (amount(exit_) < amount(entry))]
    end = {"win": f"{order['side']} wins; paid = {order['stake']} + {order['stake']} × {terms['payout_rate']} = {paid} "
                  f"({terms['payout_decimals']} decimals, down)",
           "lose": f"{order['side']} loses; paid = {paid}",
           "tie": f"tie, stake back; paid = {paid}"}[receipt["result"]]
    name = "exit by the first tick after expiry" if receipt.get("exit_rule") == "first-after-expiry" else "exit"
    return f"{name} {exit_} {sign} entry {entry} → {end}"


def option_absence(receipt, terms) -> str:
    if receipt["void_reason"] == "no-entry-tick":
        return f"no tick from {terms['entry_delay_ms']} ms to {terms['entry_window_ms']} ms after receipt"
    later = f" and none in the {terms['exit_wait_ms']} ms after it" if "exit_wait_ms" in terms else ""
    return f"no tick in the last {terms['exit_age_max_ms']} ms up to expiry{later}"


# A contract


def check_contract(receipt, runs, archive):
    from contract_course import decide_contract

    check_contract_terms(receipt["order"], receipt["terms"])
    check_requests(receipt)
    ticks = known_ticks(runs, archive)
    is_whole_run = all(later[0] == earlier[0] + 1 for earlier, later in zip(ticks, ticks[1:]))
    demand(not ticks or ticks[0][0] >= receipt["order"]["accepted_sequence"] + 1, "ticks that can't count")
    is_whole_run = is_whole_run and (not ticks or ticks[0][0] == receipt["order"]["accepted_sequence"] + 1)
    is_old = receipt["version"] == 1
    decided = decide_contract(receipt, ticks if is_whole_run or not is_old else with_parts(receipt, ticks))
    for name in ("entry", "exit"):
        same_tick(name, receipt[name], decided[name])
    figures = ["liquidation_price", "result", "cancel_reason", "margin", "pnl", "paid", *([] if is_old else AFTER_FEE)]
    same(receipt, {name: decided[name] for name in figures})
    demand((receipt["cancel"] is not None) == (decided["cancel_reason"] == "by-customer"), "cancel")
    demand(parts_of(receipt) == decided["parts"], "the partial closes")
    if not is_old:
        check_parts(receipt, runs)
    demand(decided["applied"] == len(receipt["changes"]) or decided["exit"] is None, "a request after the end")
    if "late_payments" in receipt:
        check_late_payments(receipt)
    same(receipt, {"formula": contract_formula(receipt)})
    return {**decided, "reached": decided["reached"] and is_whole_run}


def parts_of(receipt):
    return [change for change in receipt["changes"] if change["kind"] == "part"]


def check_parts(receipt, runs) -> None:
    """Of version 2: every part has its formula, a time after its tick, and its ticks in the receipt itself."""
    known, before = {tick[0] for run in runs for tick in run["ticks"]}, 0
    asked = receipt["order"]["accepted_sequence"]
    for change in receipt["changes"]:
        if change["kind"] == "close":
            asked = change["accepted_sequence"]
        if change["kind"] != "part":
            continue
        same(change, {"formula": part_formula(receipt, change, before)})
        demand(milliseconds(change["settled_at"]) >= change["tick"]["published_ms"], "a part before its tick")
        demand(all(sequence in known for sequence in range(asked + 1, change["tick"]["sequence"] + 1)), "ticks of a part")
        before += change["sheets"]


def with_parts(receipt, ticks):
    """Of version 1: between two runs, the ticks of partial closes are taken from the receipt."""
    known = {tick[0]: tick for tick in ticks}
    for change in receipt["changes"]:
        if change["kind"] == "part" and change["tick"]["sequence"] not in known:
            sequence, price, published = (change["tick"][name] for name in ("sequence", "price", "published_ms"))
            known[sequence] = [sequence, price, published, published, "receipt"]
    return [known[sequence] for sequence in sorted(known)]


def check_contract_terms(order, terms) -> None:
    same(terms, {"entry_delay_ms": 250, "entry_window_ms": 5000, "usdt_decimals": 4})
    demand(amount(terms["fee_rate"]) < UNIT and amount(terms["maintenance_rate"]) * 100 < UNIT, "terms")
    demand(amount(terms["slippage_max"]) * 10 < UNIT and 1 <= order["lever"] <= terms["lever_max"] <= 100, "terms")
    demand(terms.get("limit_expiry_ms", 1) >= 1, "terms")
    demand(terms["config_version"] >= 1 and order["sheets"] >= 1 and order["received_ms"] > 0, "the order")
    demand(order["side"] in ("long", "short") and order["order_type"] in ("market", "limit"), "the order")
    size, price = amount(order["sheet_size"]), amount(order["trade_price"])
    demand(size > 0 and price > 0, "the order")
    margin = ceiling(order["sheets"] * size * price, order["lever"] * UNIT * CENT) * CENT
    fee = ceiling(margin * amount(terms["fee_rate"]), UNIT * CENT) * CENT
    demand(amount(order["usd_num"]) == margin and amount(order["fee"]) == fee, "the margin or the fee")


def ceiling(dividend: int, divisor: int) -> int:
    return -(-dividend // divisor)


def check_requests(receipt) -> None:
    order, latest = receipt["order"], receipt["order"]["accepted_sequence"]
    demand(isinstance(receipt["changes"], list), "changes")
    for change in receipt["changes"]:
        demand(isinstance(change, dict) and change.get("kind") in CHANGES, "a change of another kind")
        newer = [*AFTER_FEE, "settled_at", "formula"] if change["kind"] == "part" and receipt["version"] == 2 else []
        has_exactly(change, ["kind", *CHANGES[change["kind"]], *newer], "a change")
        if change["kind"] in ("close", "part"):
            demand(is_whole(change["sheets"], 1), "the sheets of a change")
        if change["kind"] == "part":
            check_tick_of(change["tick"] or {}, "the tick of a part")
            continue
        demand(is_whole(change["accepted_sequence"], latest) and is_whole(change["received_ms"]), "a request's times")
        demand(change["received_ms"] >= order["received_ms"], "a request before the order")
        latest = change["accepted_sequence"]
        if change["kind"] == "margin":
            demand(amount(change["amount"]) > 0 and amount(change["amount"]) % CENT == 0, "added margin")
        if change["kind"] == "stops":
            [amount(change[name]) for name in ("take_profit", "stop_loss") if change[name] is not None]
    if receipt["cancel"] is not None:
        has_exactly(receipt["cancel"], ["received_ms", "accepted_sequence"], "cancel")
        is_later = is_whole(receipt["cancel"]["accepted_sequence"], latest)
        demand(is_later and is_whole(receipt["cancel"]["received_ms"]), "the times of cancel")


def check_late_payments(receipt) -> None:
    """Nothing of it is 0, no more than was to be paid, and one after the other."""
    late, paid = receipt["late_payments"], amount(receipt["paid"])
    demand(isinstance(late, list) and late, "late payments without one")
    times = []
    for each in late:
        has_exactly(each, ["amount", "paid_at"], "a late payment")
        demand(amount(each["amount"]) > 0, "a late payment of nothing")
        times.append(float("inf") if each["paid_at"] is None else milliseconds(each["paid_at"]))
    demand(times == sorted(times), "late payments are not in the order of their times")
    paid += sum(amount(part["paid"]) for part in parts_of(receipt))
    demand(sum(amount(each["amount"]) for each in late) <= paid, "more was paid late than was to be paid")


def contract_formula(receipt) -> str:
    order, paid = receipt["order"], receipt["paid"]
    if receipt["result"] == "cancelled":
        return f"{why_cancelled(receipt)} → cancelled; paid = {order['usd_num']} + {order['fee']} = {paid}"
    before = sum(part["sheets"] for part in parts_of(receipt))
    closed = {**receipt, "sheets": order["sheets"] - before, "tick": receipt["exit"]}
    text = f"{contract_cause(receipt)}; {paid_formula(receipt, closed)}"
    return text if receipt["version"] == 1 else f"{text}; {net_formula(order, closed, before)}"


def part_formula(receipt, part, before) -> str:
    text = f"closed by the customer at {part['tick']['price']}; {paid_formula(receipt, part)}"
    return f"{text}; {net_formula(receipt['order'], part, before)}"


def paid_formula(receipt, closed) -> str:
    order, prices = receipt["order"], [closed["tick"]["price"], receipt["entry"]["price"]]
    b, a = prices if order["side"] == "long" else prices[::-1]
    return (f"pnl = ({b} − {a}) × {closed['sheets']} × {order['sheet_size']} = {closed['pnl']}; "
            f"paid = max(0, {closed['margin']} + {closed['pnl']}) = {closed['paid']} "
            f"({receipt['terms']['usdt_decimals']} decimals, down)")


def net_formula(order, closed, before) -> str:
    earlier = plain(fee_up_to(order, before))
    return (f"fee = {order['fee']} × {before + closed['sheets']} / {order['sheets']} − {earlier} = {closed['fee']}; "
            f"net = {closed['paid']} − {closed['margin']} − {closed['fee']} = {closed['net']}")


def fee_up_to(order, count) -> int:
    """What of the fee belongs to the first so many sheets that are closed."""
    share = amount(order["fee"]) * count // order["sheets"]
    return share - share % CENT


def why_cancelled(receipt) -> str:
    order, terms = receipt["order"], receipt["terms"]
    if receipt["cancel_reason"] == "price-moved":
        return f"price {receipt['exit']['price']} against {order['trade_price']}: it moved too far"
    if receipt["cancel_reason"] == "no-entry-tick":
        return f"no tick from {terms['entry_delay_ms']} ms to {terms['entry_window_ms']} ms after receipt"
    if receipt["cancel_reason"] == "expired":
        return f"no tick at {order['trade_price']} within {terms['limit_expiry_ms']} ms after receipt"
    return "cancelled by the customer before its price came"


def contract_cause(receipt) -> str:
    side, price = receipt["order"]["side"], receipt["exit"]["price"]
    lost, won = ("≤", "≥") if side == "long" else ("≥", "≤")
    stops = [change for change in receipt["changes"] if change["kind"] == "stops"]
    if receipt["result"] == "liquidated":
        return f"price {price} {lost} liquidation price {receipt['liquidation_price']} → {side} liquidated"
    if receipt["result"] == "stop-loss":
        return f"price {price} {lost} stop-loss {stops[-1]['stop_loss']} → {side} closed"
    if receipt["result"] == "take-profit":
        return f"price {price} {won} take-profit {stops[-1]['take_profit']} → {side} closed"
    return f"closed by the customer at {price}"
