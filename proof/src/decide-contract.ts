// The rules of a contract, written a second time and apart from the server: what the ticks and the customer's requests make of it.
import { formatAmount, wad } from '@candor/wire';
import type { ArchivedTick, ContractCancelReason, ContractReceipt, ContractResult, Wad } from '@candor/wire';

type Order = ContractReceipt['order'];
type Terms = ContractReceipt['terms'];
type Change = ContractReceipt['changes'][number];
type Asked = { received_ms: number; accepted_sequence: number };
export type Part = Extract<Change, { kind: 'part' }>;

/** What the ticks decide; amounts as the receipt writes them. */
export interface ContractDecision {
  entry: ArchivedTick | undefined;
  parts: Part[];
  /** The requests that had come into force by the end; anything else in the history has no place there. */
  appliedChanges: number;
  liquidationPrice: string | null;
  exit: ArchivedTick | undefined;
  /** Undefined while the ticks leave it open or waiting. */
  result: ContractResult | undefined;
  cancelReason: ContractCancelReason | null;
  margin: string;
  pnl: string;
  paid: string;
  /** The sequence after which nothing can change any more, and whether a tick after it is known. */
  isReached: boolean;
  /** When it was decided, ms. */
  decidedMs: number;
}

export interface ContractCase {
  order: Order;
  terms: Terms;
  changes: readonly Change[];
  cancel: Asked | null;
  /** Ticks after the accepted sequence, in order. */
  ticks: readonly ArchivedTick[];
}

const unit = 10n ** 18n;

interface Position {
  entry: ArchivedTick;
  sheets: number;
  own: bigint;
  added: bigint;
  liquidation: bigint;
}

interface Course {
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  closing: Extract<Change, { kind: 'close' }> | null;
  position: Position | null;
  parts: Part[];
  next: number;
}

export function decideContract(given: ContractCase): ContractDecision {
  const { ticks, order, terms, cancel } = given;
  const course: Course = { takeProfit: null, stopLoss: null, closing: null, position: null, parts: [], next: 0 };
  for (const tick of ticks) {
    applyChanges(course, given, tick[0]);
    if (course.position === null) {
      if (cancel !== null && tick[0] > cancel.accepted_sequence) break;
      const reason = enter(course, given, tick);
      if (reason !== undefined) return giveUp(given, course, reason, tick);
    } else {
      const cause = causeOf(course, order, terms, tick);
      if (cause === undefined) continue;
      const sheets = cause === 'closed' ? course.closing!.sheets : course.position.sheets;
      const closed = closePart(course.position, order, sheets, tick);
      if (sheets < course.position.sheets) {
        keepPart(course, given, closed, tick);
        continue;
      }
      return ended(given, course, { cause, closed, tick });
    }
  }
  if (course.position === null && cancel !== null) return giveUp(given, course, 'by-customer', undefined);
  const windowEnds = order.received_ms + terms.entry_window_ms;
  if (course.position === null && order.order_type === 'market') {
    return giveUp(given, course, 'no-entry-tick', ticks.find((tick) => tick[3] > windowEnds)); // prettier-ignore
  }
  return { ...outlineOf(course), result: undefined, isReached: false, decidedMs: ticks.at(-1)?.[3] ?? 0 };
}

/** A request counts from the tick after the one that was public when it came. Parts are checked, not applied. */
function applyChanges(course: Course, { changes, order, terms }: ContractCase, sequence: number): void {
  for (; course.next < changes.length; course.next++) {
    const change = changes[course.next]!;
    if (change.kind === 'part' || change.accepted_sequence >= sequence) return;
    if (change.kind === 'stops') {
      course.takeProfit = change.take_profit === null ? null : wad(change.take_profit);
      course.stopLoss = change.stop_loss === null ? null : wad(change.stop_loss);
    } else if (change.kind === 'close') {
      course.closing = change;
    } else if (course.position !== null) {
      course.position.added += wad(change.amount);
      course.position.liquidation = liquidationOf(course.position, order, terms);
    }
  }
}

const isFillingTick = (asked: Asked, terms: Terms, tick: ArchivedTick): boolean =>
  tick[0] > asked.accepted_sequence && tick[3] - asked.received_ms >= terms.entry_delay_ms;

/** Opens the position, or says why it can't be; neither while it waits. */
function enter(course: Course, { order, terms }: ContractCase, tick: ArchivedTick): ContractCancelReason | undefined {
  if (!isFillingTick(order, terms, tick)) return undefined;
  const [price, wanted] = [wad(tick[1]), wad(order.trade_price)];
  const isLong = order.side === 'long';
  if (order.order_type === 'market') {
    if (tick[3] - order.received_ms > terms.entry_window_ms) return 'no-entry-tick';
    const worse = isLong ? price - wanted : wanted - price;
    if (worse * unit > wanted * wad(terms.slippage_max)) return 'price-moved';
  } else if (isLong ? price > wanted : price < wanted) {
    return undefined;
  }
  const [high, low] = isLong ? [course.takeProfit, course.stopLoss] : [course.stopLoss, course.takeProfit];
  if ((high !== null && high <= price) || (low !== null && low >= price)) return 'price-moved';
  const position = { entry: tick, sheets: order.sheets, own: wad(order.usd_num), added: 0n, liquidation: 0n };
  course.position = { ...position, liquidation: liquidationOf(position, order, terms) };
  return undefined;
}

/** entry ∓ entry × (1/lever − maintenance) ∓ added / coins, rounded away from the price, not below zero. */
function liquidationOf(position: Omit<Position, 'liquidation'>, order: Order, terms: Terms): bigint {
  const entry = wad(position.entry[1]);
  const coins = BigInt(position.sheets) * wad(order.sheet_size);
  const lever = BigInt(order.lever);
  // The distance times lever × coins × 1e18, exactly.
  const distance = entry * coins * (unit - lever * wad(terms.maintenance_rate)) + position.added * lever * unit * unit;
  const whole = distance / (lever * coins * unit);
  const isExact = whole * lever * coins * unit === distance;
  const rounded = isExact ? whole : whole + 1n;
  if (order.side === 'short') return entry + rounded;
  return rounded < entry ? entry - rounded : 0n;
}

function causeOf(
  { position, takeProfit, stopLoss, closing }: Course,
  order: Order,
  terms: Terms,
  tick: ArchivedTick,
): Exclude<ContractResult, 'cancelled'> | undefined {
  const price = wad(tick[1]);
  const sign = order.side === 'long' ? 1n : -1n;
  if ((price - position!.liquidation) * sign <= 0n) return 'liquidated';
  if (stopLoss !== null && (price - stopLoss) * sign <= 0n) return 'stop-loss';
  if (takeProfit !== null && (price - takeProfit) * sign >= 0n) return 'take-profit';
  return closing !== null && isFillingTick(closing, terms, tick) ? 'closed' : undefined;
}

interface Closed {
  sheets: number;
  own: bigint;
  added: bigint;
  pnl: bigint;
  paid: bigint;
}

const cent = 10n ** 14n;
const down = (amount: bigint): bigint => amount - (((amount % cent) + cent) % cent);

function closePart(position: Position, order: Order, sheets: number, tick: ArchivedTick): Closed {
  const share = (amount: bigint): bigint =>
    sheets === position.sheets ? amount : down((amount * BigInt(sheets)) / BigInt(position.sheets));
  const change = (wad(tick[1]) - wad(position.entry[1])) * (order.side === 'long' ? 1n : -1n);
  const gross = change * BigInt(sheets) * wad(order.sheet_size);
  // Towards less, also below zero.
  const pnl = down(gross >= 0n ? gross / unit : -((-gross + unit - 1n) / unit));
  const [own, added] = [share(position.own), share(position.added)];
  const paid = own + added + pnl;
  return { sheets, own, added, pnl, paid: paid > 0n ? paid : 0n };
}

function keepPart(course: Course, { changes, order, terms }: ContractCase, closed: Closed, tick: ArchivedTick): void {
  const { position } = course;
  course.parts.push({
    kind: 'part',
    tick: { sequence: tick[0], price: tick[1], published_ms: tick[3] },
    sheets: closed.sheets,
    margin: text(closed.own + closed.added),
    pnl: text(closed.pnl),
    paid: text(closed.paid),
  });
  position!.sheets -= closed.sheets;
  position!.own -= closed.own;
  position!.added -= closed.added;
  position!.liquidation = liquidationOf(position!, order, terms);
  course.closing = null;
  if (changes[course.next]?.kind === 'part') course.next++;
}

const text = (amount: bigint): string => formatAmount(amount as Wad);

function outlineOf(course: Course) {
  return {
    entry: course.position?.entry,
    parts: course.parts,
    appliedChanges: course.next,
    liquidationPrice: course.position && text(course.position.liquidation),
    exit: undefined,
    cancelReason: null,
    margin: '0',
    pnl: '0',
    paid: '0',
  };
}

function ended(
  { ticks }: ContractCase,
  course: Course,
  { cause, closed, tick }: { cause: ContractResult; closed: Closed; tick: ArchivedTick },
): ContractDecision {
  return {
    ...outlineOf(course),
    exit: tick,
    result: cause,
    margin: text(closed.own + closed.added),
    pnl: text(closed.pnl),
    paid: text(closed.paid),
    isReached: ticks.at(-1)![0] >= tick[0],
    decidedMs: tick[3],
  };
}

function giveUp(
  { order, terms, cancel, ticks }: ContractCase,
  course: Course,
  reason: ContractCancelReason,
  tick: ArchivedTick | undefined,
): ContractDecision {
  const back = text(wad(order.usd_num) + wad(order.fee));
  const windowEnds = order.received_ms + terms.entry_window_ms;
  const decidedMs = {
    'price-moved': tick?.[3] ?? 0,
    'no-entry-tick': windowEnds,
    'by-customer': cancel?.received_ms ?? 0,
  };
  const last = ticks.at(-1);
  const isReached = {
    'price-moved': true,
    'no-entry-tick': tick !== undefined,
    'by-customer': cancel !== null && (last?.[0] ?? order.accepted_sequence) >= cancel.accepted_sequence,
  };
  return {
    ...outlineOf(course),
    exit: reason === 'price-moved' ? tick : undefined,
    result: 'cancelled',
    cancelReason: reason,
    margin: text(wad(order.usd_num)),
    paid: back,
    isReached: isReached[reason],
    decidedMs: decidedMs[reason],
  };
}
