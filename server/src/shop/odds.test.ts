// Whoever buys, and whenever: with terms that are accepted a ticket is never worth more than it costs.
import { countHiddenFrom, drawResult, fairTicketsMin, formatAmount, paysBuyers, ticketWorth, wad, worstResult, zero, type DrawTerms, type Wad } from '@candor/wire'; // oxfmt-ignore
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseAccountId, type CommandState } from '../ledger/command.ts';
import { demoGoods, demoTerms } from './demo-goods.ts';
import { settleTicket } from './settle-ticket.ts';
import type { Ticket } from './ticket.ts';

const beacon = { name: 'demo', isDemo: true, key: 'ab'.repeat(96), genesisMs: 0, periodMs: 1_000 };

const units = (max: number) => fc.integer({ min: 1, max }).map((count) => (BigInt(count) * 10n ** 14n) as Wad);
/** Any terms that the act and the table accept. */
const anyTerms = fc
  .record({
    price: units(50_000),
    prize: units(300_000),
    share: fc.integer({ min: 0, max: 100 }),
    tickets: fc.integer({ min: 1, max: 7 }),
  }) // oxfmt-ignore
  .chain(({ price, prize, share, tickets }) =>
    fc.record({
      price: fc.constant(price),
      prize: fc.constant(prize),
      rebate: fc.constant(((price * BigInt(share)) / 100n) as Wad),
      tickets: fc.constant(tickets),
      ticketsMin: fc.integer({ min: 1, max: tickets }),
      winners: fc.integer({ min: 1, max: tickets }),
    }),
  );
/** The same terms with a fair minimum of tickets, if there is one. Without it most random terms would pay their buyers. */
const acceptedTerms = anyTerms
  .map((terms): DrawTerms => ({ ...terms, ticketsMin: Math.max(terms.ticketsMin, fairTicketsMin(terms) ?? 0) }))
  .filter((terms) => !paysBuyers(terms));

/** What the command that settles a ticket pays for it, now or when the winner of a good takes its worth. */
function paidFor(terms: DrawTerms, end: { isDrawn: boolean; hasWon: boolean; prizeKind?: 'coin' | 'good' }): Wad {
  const ticketId = houseAccountId;
  const { isDrawn, hasWon, prizeKind = 'coin' } = end;
  const ticket: Ticket = { accountId: houseAccountId, ticketId, book: 'real', periodId: houseAccountId, number: 1, price: terms.price, boughtAt: 0, ending: null }; // oxfmt-ignore
  const state = { now: 1, row: () => ticket, house: () => 10n ** 40n } as unknown as CommandState;
  const decided = settleTicket.decide({ ticketId, hasWon, period: { ...terms, prizeKind, state: isDrawn ? 'drawn' : 'void' } }, state); // oxfmt-ignore
  assert.ok('moves' in decided);
  const worth = (decided.writes ?? []).reduce((sum, { row }) => sum + ((row as { worth?: bigint }).worth ?? 0n), 0n);
  return (decided.moves.reduce((sum, { to, amount }) => sum + (to === 'available' ? amount : 0n), 0n) + worth) as Wad;
}

function* subsets(size: number, count: number, from = 1): Generator<number[]> {
  if (count === 0) yield [];
  for (let first = from; count > 0 && first <= size; first++)
    for (const rest of subsets(size, count - 1, first + 1)) yield [first, ...rest];
}

/** What the tickets with these numbers bring together: summed over all draws that can come, each as likely as another. */
function broughtOver(terms: DrawTerms, { sold, own }: { sold: number; own: readonly number[] }) {
  const isDrawn = sold >= terms.ticketsMin;
  const draws = [...subsets(sold, Math.min(terms.winners, sold))];
  const each = draws.map((won) =>
    own.reduce((sum, number) => sum + paidFor(terms, { isDrawn, hasWon: won.includes(number) }), 0n),
  );
  return { draws: BigInt(draws.length), sum: each.reduce((sum, paid) => sum + paid, 0n), least: each.reduce((least, paid) => (paid < least ? paid : least)) }; // oxfmt-ignore
}

test('the demo of the review: one ticket of 2 for a prize of 5, and one of 5 for headphones worth 250, paid for certain', () => {
  const coins: DrawTerms = { price: wad('2'), tickets: 3, ticketsMin: 1, winners: 1, rebate: wad('0.5'), prize: wad('5') }; // oxfmt-ignore
  assert.equal(formatAmount(drawResult(coins, 1)), '-3');
  assert.deepEqual([paysBuyers(coins), fairTicketsMin(coins)], [true, 3]);
  const headphones: DrawTerms = { price: wad('5'), tickets: 60, ticketsMin: 1, winners: 1, rebate: wad('1'), prize: wad('250') }; // oxfmt-ignore
  assert.equal(formatAmount(drawResult(headphones, 1)), '-245');
  // Even with all 60 tickets sold it costs 309 and brings 300.
  assert.deepEqual([paysBuyers(headphones), fairTicketsMin(headphones)], [true, undefined]);
  assert.equal(formatAmount(ticketWorth(headphones, 60)), '5.15');
});

test('two winners and one ticket needed: the second ticket costs as much again', () => {
  const keys: DrawTerms = { price: wad('3'), tickets: 50, ticketsMin: 1, winners: 2, rebate: wad('0.6'), prize: wad('60') }; // oxfmt-ignore
  const { sold, result } = worstResult(keys);
  assert.deepEqual([formatAmount(drawResult(keys, 1)), sold, formatAmount(result)], ['-57', 2, '-114']);
});

test('a gain below the last decimal of USDT is not rounded away', () => {
  const terms: DrawTerms = { price: wad('1'), tickets: 3, ticketsMin: 3, winners: 1, rebate: wad('0'), prize: wad('3.0001') }; // oxfmt-ignore
  assert.deepEqual([formatAmount(ticketWorth(terms, 3)), paysBuyers(terms)], ['1.0001', true]);
});

test('no good of the demo pays its buyers, and each sells enough tickets to be drawn', () => {
  for (const good of demoGoods) {
    const terms = demoTerms(good, { number: 1, beacon });
    assert.equal(paysBuyers(terms), false, good.goodId);
    assert.ok(terms.ticketsMin <= terms.tickets && drawResult(terms, terms.tickets) > zero, good.goodId);
  }
});

test('the minimum alone decides: terms pay their buyers exactly where at some number that is drawn a ticket is worth more than its price', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const drawn = Array.from({ length: terms.tickets - terms.ticketsMin + 1 }, (_, place) => terms.ticketsMin + place); // oxfmt-ignore
      assert.equal(paysBuyers(terms), drawn.some((sold) => drawResult(terms, sold) < zero)); // oxfmt-ignore
      assert.equal(paysBuyers(terms), drawn.some((sold) => ticketWorth(terms, sold) > terms.price)); // oxfmt-ignore
      assert.equal(worstResult(terms).result, drawn.map((sold) => drawResult(terms, sold)).reduce((worst, each) => (each < worst ? each : worst))); // oxfmt-ignore
      const fair = Array.from({ length: terms.tickets }, (_, place) => place + 1).find((ticketsMin) => !paysBuyers({ ...terms, ticketsMin })); // oxfmt-ignore
      assert.equal(fairTicketsMin(terms), fair);
    }),
  );
});

test('accepted terms: however many tickets somebody buys, at whatever moment, they bring on average at most what they cost', () => {
  fc.assert(
    fc.property(acceptedTerms, fc.nat(), fc.nat(), fc.nat(), (terms, a, b, c) => {
      // So many are sold, so many does one buyer get with as many accounts, and so many come after; the published number is no more than `before`.
      const before = a % terms.tickets;
      const own = 1 + (b % (terms.tickets - before));
      const later = c % (terms.tickets - before - own + 1);
      const sold = before + own + later;
      const { draws, sum, least } = broughtOver(terms, { sold, own: Array.from({ length: own }, (_, place) => before + 1 + place) }); // oxfmt-ignore
      const cost = terms.price * BigInt(own);
      assert.ok(sum <= cost * draws, 'more than it costs on average');
      assert.ok(least <= cost, 'a gain in each draw that can come');
      if (own === sold) assert.ok(sum - cost * draws <= 0n, 'alone it gains');
    }),
  );
});

test('a good is worth to its winner what a coin prize is: it may be taken in USDT', () => {
  fc.assert(
    fc.property(anyTerms, fc.boolean(), (terms, hasWon) => {
      const [coin, good] = (['coin', 'good'] as const).map((prizeKind) => paidFor(terms, { isDrawn: true, hasWon, prizeKind })); // oxfmt-ignore
      assert.equal(good, coin);
    }),
  );
});

test('the count is hidden for a tenth of the time, a minute at least and an hour at most, and never before the opening', () => {
  const [minute, day] = [60_000, 86_400_000];
  const hiddenOf = (length: number) => length - countHiddenFrom({ openedAt: 0, closesAt: length });
  assert.deepEqual([10 * minute, 60 * minute, 7 * day, minute / 2].map(hiddenOf), [minute, 6 * minute, 60 * minute, minute / 2]); // oxfmt-ignore
});
