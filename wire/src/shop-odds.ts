// What a draw costs the platform and what a ticket of it is worth, for every number of tickets that may be sold. Pure: the server refuses
// terms by it, the database computes the same, and the app and the console show it.
import { usdtDecimals } from './coins.ts';
import { subtract, zero, type Wad } from './money.ts';

/** Terms of a period. The rebate is at most the price, and there are at most as many winners as tickets. */
export interface DrawTerms {
  price: Wad;
  tickets: number;
  ticketsMin: number;
  winners: number;
  /** Paid for each ticket that does not win. */
  rebate: Wad;
  /** Paid to each winner, or what the good is worth: a winner may take that sum instead of the good. */
  prize: Wad;
}

const times = (each: Wad, count: number): Wad => (each * BigInt(count)) as Wad;

/** Paid for all tickets of a draw in which `sold` tickets take part: the prizes, and the rebates of the others. */
export function drawCost(
  { winners, prize, rebate }: Pick<DrawTerms, 'winners' | 'prize' | 'rebate'>,
  sold: number,
): Wad {
  const won = Math.min(winners, sold);
  return (times(prize, won) + times(rebate, sold - won)) as Wad;
}

/** What the platform keeps of a draw in which `sold` tickets take part; below zero it pays more than the tickets brought. */
export const drawResult = (terms: Omit<DrawTerms, 'tickets' | 'ticketsMin'>, sold: number): Wad =>
  subtract(times(terms.price, sold), drawCost(terms, sold));

const usdtUnit = 10n ** BigInt(18 - usdtDecimals);

/** What one ticket is paid on average, rounded up to the last decimal of USDT, so that no gain over the price is rounded away. */
export function ticketWorth(terms: Pick<DrawTerms, 'winners' | 'prize' | 'rebate'>, sold: number): Wad {
  const perUnit = BigInt(sold) * usdtUnit;
  return (((drawCost(terms, sold) + perUnit - 1n) / perUnit) * usdtUnit) as Wad;
}

/**
 * True if at some number of tickets that is drawn a ticket is worth more than its price: then whoever buys last gains on average, and
 * whoever buys all tickets gains for certain. The minimum alone decides. With fewer tickets the price is given back, and with each
 * further ticket the prizes are shared by more: the worth falls, or is at most the price all along because prize and rebate are.
 */
export const paysBuyers = (terms: DrawTerms): boolean => drawResult(terms, terms.ticketsMin) < zero;

/** The number of tickets at which the platform keeps least, and what it keeps then. */
export function worstResult(terms: DrawTerms): { sold: number; result: Wad } {
  const { tickets, ticketsMin, winners } = terms;
  // Each prize costs until all are given away; from then on each ticket brings something.
  const places = [ticketsMin, Math.min(Math.max(winners, ticketsMin), tickets), tickets];
  return places
    .map((sold) => ({ sold, result: drawResult(terms, sold) }))
    .reduce((worst, each) => (each.result < worst.result ? each : worst));
}

/** The smallest minimum of tickets with which these terms do not pay their buyers; undefined if even all tickets bring too little. */
export function fairTicketsMin(terms: Omit<DrawTerms, 'ticketsMin'>): number | undefined {
  const { price, prize, rebate, winners, tickets } = terms;
  if (prize <= price) return 1;
  const [lost, kept] = [times(subtract(prize, rebate), winners), subtract(price, rebate)];
  if (kept <= zero) return undefined;
  const least = (lost + kept - 1n) / kept;
  return least <= BigInt(tickets) ? Number(least) : undefined;
}

/** Hidden for a tenth of the time in which tickets are sold, but at least a minute and at most an hour. */
const [hiddenShare, hiddenMinMs, hiddenMaxMs] = [10, 60_000, 3_600_000];

/**
 * When the number of sold tickets is published for the last time before the closing. Tickets bought from then on are counted in public
 * once the period has closed, so that whoever buys last knows the odds no better than others.
 */
export function countHiddenFrom({ openedAt, closesAt }: { openedAt: number; closesAt: number }): number {
  const hiddenMs = Math.min(Math.max(Math.floor((closesAt - openedAt) / hiddenShare), hiddenMinMs), hiddenMaxMs);
  return Math.max(openedAt, closesAt - hiddenMs);
}
