"""What the ticks and the customer's requests make of a contract: "What the ticks decide" in 5.5 of docs/formats.md."""

from records import UNIT, amount, demand, plain
from receipts import fee_up_to

CENT = 10**14


def decide_contract(receipt, ticks):
    course = Course(receipt)
    cancel = receipt["cancel"]
    for tick in ticks:
        course.put_requests_into_force(tick[0])
        if course.entry is None:
            if cancel is not None and tick[0] > cancel["accepted_sequence"]:
                return course.cancelled("by-customer", cancel["received_ms"], True)
            end = course.wait(tick)
        else:
            end = course.meet(tick)
        if end is not None:
            return end
    demand(course.entry is None, "no tick ends it")
    if cancel is not None:
        last = ticks[-1][0] if ticks else receipt["order"]["accepted_sequence"]
        return course.cancelled("by-customer", cancel["received_ms"], last >= cancel["accepted_sequence"])
    demand(course.ends is not None, "a limit order that still waits")
    return course.cancelled(course.too_late, course.ends, any(tick[3] > course.ends for tick in ticks))


class Course:
    def __init__(self, receipt):
        self.order, self.changes, self.version = receipt["order"], receipt["changes"], receipt["version"]
        self.sign = 1 if self.order["side"] == "long" else -1
        self.size = amount(self.order["sheet_size"])
        self.maintenance = amount(receipt["terms"]["maintenance_rate"])
        self.slippage = amount(receipt["terms"]["slippage_max"])
        self.is_market = self.order["order_type"] == "market"
        waits = 5000 if self.is_market else receipt["terms"].get("limit_expiry_ms")
        self.ends = None if waits is None else self.order["received_ms"] + waits
        self.too_late = "no-entry-tick" if self.is_market else "expired"
        self.next, self.parts = 0, []
        self.take_profit = self.stop_loss = self.closing = self.entry = self.liquidation = None
        self.sheets, self.own, self.added = self.order["sheets"], amount(self.order["usd_num"]), 0

    def put_requests_into_force(self, sequence) -> None:
        while self.next < len(self.changes):
            change = self.changes[self.next]
            if change["kind"] == "part" or change["accepted_sequence"] >= sequence:
                return
            if change["kind"] == "stops":
                stops = [change[name] and amount(change[name]) for name in ("take_profit", "stop_loss")]
                self.take_profit, self.stop_loss = stops
            elif change["kind"] == "close":
                self.closing = change
            elif self.entry is not None:
                self.added += amount(change["amount"])
                self.liquidation = self.liquidation_price()
            self.next += 1

    def wait(self, tick):
        price, wanted, received = amount(tick[1]), amount(self.order["trade_price"]), self.order["received_ms"]
        if tick[3] < received + 250:
            return None
        if self.ends is not None and tick[3] > self.ends:
            return self.cancelled(self.too_late, self.ends, True)
        worse = (price - wanted) * self.sign
        if self.is_market:
            if worse > 0 and worse * UNIT > wanted * self.slippage:
                return self.cancelled("price-moved", tick[3], True, tick)
        elif worse > 0:
            return None
        if self.is_beyond(self.take_profit, price, 1) or self.is_beyond(self.stop_loss, price, -1):
            return self.cancelled("price-moved", tick[3], True, tick)
        self.entry = tick
        self.liquidation = self.liquidation_price()
        return None

    def is_beyond(self, stop, price, direction) -> bool:
        return stop is not None and (price - stop) * self.sign * direction >= 0

    def liquidation_price(self) -> int:
        entry, lever, coins = amount(self.entry[1]), self.order["lever"], self.sheets * self.size
        scaled = entry * coins * (UNIT - lever * self.maintenance) + self.added * lever * UNIT * UNIT
        distance = -(-scaled // (lever * coins * UNIT))
        return max(0, entry - distance) if self.sign > 0 else entry + distance

    def meet(self, tick):
        price = amount(tick[1])
        waits = self.closing is not None and tick[3] >= self.closing["received_ms"] + 250
        if self.is_beyond(self.liquidation, price, -1):
            return self.ended("liquidated", tick)
        if self.is_beyond(self.stop_loss, price, -1):
            return self.ended("stop-loss", tick)
        if self.is_beyond(self.take_profit, price, 1):
            return self.ended("take-profit", tick)
        if not waits:
            return None
        if self.closing["sheets"] >= self.sheets:
            return self.ended("closed", tick)
        self.close_part(tick)
        return None

    def close(self, tick, count):
        share = lambda whole: whole if count == self.sheets else down(whole * count // self.sheets)
        pnl = down((amount(tick[1]) - amount(self.entry[1])) * self.sign * count * self.size // UNIT)
        own, added = share(self.own), share(self.added)
        paid = max(0, own + added + pnl)
        figures = {"margin": plain(own + added), "pnl": plain(pnl), "paid": plain(paid)}
        if self.version == 1:
            return own, added, figures
        before = self.order["sheets"] - self.sheets
        fee = fee_up_to(self.order, before + count) - fee_up_to(self.order, before)
        return own, added, {**figures, "fee": plain(fee), "net": plain(paid - own - added - fee)}

    def close_part(self, tick) -> None:
        count = self.closing["sheets"]
        own, added, figures = self.close(tick, count)
        where = {"sequence": tick[0], "price": tick[1], "published_ms": tick[3]}
        demand(self.next < len(self.changes), "a partial close is missing")
        claimed = self.changes[self.next]
        # Of version 2: what no tick decides, or follows from all the rest.
        told = {name: claimed[name] for name in ("settled_at", "formula") if name in claimed}
        self.parts.append({"kind": "part", "tick": where, "sheets": count, **figures, **told})
        demand(claimed == self.parts[-1], "another partial close")
        self.next += 1
        self.sheets, self.own, self.added, self.closing = self.sheets - count, self.own - own, self.added - added, None
        self.liquidation = self.liquidation_price()

    def ended(self, result, tick):
        _, _, figures = self.close(tick, self.sheets)
        return self.outcome(result, None, tick, tick[3], True) | figures

    def cancelled(self, reason, ms, is_reached, tick=None):
        paid = amount(self.order["usd_num"]) + amount(self.order["fee"])
        figures = {"margin": self.order["usd_num"], "pnl": "0", "paid": plain(paid), "fee": "0", "net": "0"}
        return self.outcome("cancelled", reason, tick, ms, is_reached) | figures

    def outcome(self, result, reason, tick, ms, is_reached):
        liquidation = None if self.liquidation is None else plain(self.liquidation)
        return {"entry": self.entry, "exit": tick, "result": result, "cancel_reason": reason, "parts": self.parts,
                "liquidation_price": liquidation, "applied": self.next, "ms": ms, "reached": is_reached}


def down(value: int) -> int:
    return value - value % CENT
