// The rules of a contract, written a second time and apart from the server: what the ticks and the customer's requests make of it.
import { formatAmount, wad, one } from '@candor/wire';
import type { ArchivedTick, ContractCancelReason, ContractReceipt, ContractReceiptChange, ContractResult, Wad } from '@candor/wire'; // oxfmt-ignore
import { closeSheets } from './close-sheets.ts';
import type { Closed, Figures, Position } from './close-sheets.ts';

type Order = ContractReceipt['order'];
type Terms = ContractReceipt['terms'];
type Change = ContractReceiptChange;
type Asked = { received_ms: number; accepted_sequence: number };
/** A close of some sheets, as its tick decides it. */
export interface DecidedPart extends Figures {
  tick: { sequence: number; price: string; published_ms: number };
  sheets: number;
}

/** What the ticks decide; amounts as the receipt writes them. */
export interface ContractDecision extends Figures {
  entry: ArchivedTick | undefined;
  parts: DecidedPart[];
  /** The requests that had come into force by the end; anything else in the history has no place there. */
  appliedChanges: number;
  liquidationPrice: string | null;
  exit: ArchivedTick | undefined;
  /** Undefined while the ticks leave it open or waiting. */
  result: ContractResult | undefined;
  cancelReason: ContractCancelReason | null;
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

interface Course {
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  closing: Extract<Change, { kind: 'close' }> | null;
  position: Position | null;
  parts: DecidedPart[];
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
      const closed = closeSheets(course.position, order, sheets, tick);
      if (sheets < course.position.sheets) {
        keepPart(course, given, closed, tick);
        continue;
      }
      return ended(given, course, { cause, closed, tick });
    }
  }
  if (course.position === null && cancel !== null) return giveUp(given, course, 'by-customer', undefined);
  const ends = waitEnds(order, terms);
  if (course.position === null && ends !== undefined) {
    const reason = order.order_type === 'market' ? 'no-entry-tick' : 'expired';
    return giveUp(given, course, reason, ticks.find((tick) => tick[3] > ends)); // oxfmt-ignore
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

/** Up to when it waits, a market order for a tick and a limit order for its price; undefined for ever. */
function waitEnds(order: Order, terms: Terms): number | undefined {
  const within = order.order_type === 'market' ? terms.entry_window_ms : terms.limit_expiry_ms;
  return within === undefined ? undefined : order.received_ms + within;
}

/** Opens the position, or says why it can't be; neither while it waits. */
function enter(course: Course, { order, terms }: ContractCase, tick: ArchivedTick): ContractCancelReason | undefined {
  if (!isFillingTick(order, terms, tick)) return undefined;
  const [price, wanted] = [wad(tick[1]), wad(order.trade_price)];
  const isLong = order.side === 'long';
  const ends = waitEnds(order, terms);
  if (ends !== undefined && tick[3] > ends) return order.order_type === 'market' ? 'no-entry-tick' : 'expired';
  if (order.order_type === 'market') {
    const worse = isLong ? price - wanted : wanted - price;
    if (worse * one > wanted * wad(terms.slippage_max)) return 'price-moved';
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
  const distance = entry * coins * (one - lever * wad(terms.maintenance_rate)) + position.added * lever * one * one;
  const whole = distance / (lever * coins * one);
  const isExact = whole * lever * coins * one === distance;
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

function keepPart(course: Course, { changes, order, terms }: ContractCase, closed: Closed, tick: ArchivedTick): void {
  const { position } = course;
  course.parts.push({
    tick: { sequence: tick[0], price: tick[1], published_ms: tick[3] },
    sheets: closed.sheets,
    ...closed.figures,
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
    fee: '0',
    net: '0',
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
    ...closed.figures,
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
  const ends = waitEnds(order, terms) ?? 0;
  const decidedMs = {
    'price-moved': tick?.[3] ?? 0,
    'no-entry-tick': ends,
    expired: ends,
    'by-customer': cancel?.received_ms ?? 0,
  };
  const last = ticks.at(-1);
  const isReached = {
    'price-moved': true,
    'no-entry-tick': tick !== undefined,
    expired: tick !== undefined,
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
