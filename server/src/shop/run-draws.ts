// Scheduled steps of periods: close, publish the list of tickets, draw at the round (`draw-rounds.ts`) or void if no draw is possible, and
// open the next period.
import { rootOfTickets } from '@candor/proof/draw';
import { wireId } from '@candor/wire';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { submit, voidFor, type DrawParts } from './draw-parts.ts';
import { drawRounds } from './draw-rounds.ts';
import { closePeriod } from './end-period.ts';
import { openPeriod, type PeriodTerms } from './open-period.ts';
import { numbersOf, seriesStops, type DrawnPeriod, type Period } from './period.ts';
import { settleTicket } from './settle-ticket.ts';
import { findPeriod, publishList, readLivePeriods, readTicketList, readUnfollowed, readUnsettled, type UnsettledTicket } from './store.ts'; // oxfmt-ignore

const everyMs = 1_000;
const ticketsAtOnce = 2_000;
/** One that could not be paid makes way for the others this long. */
const putOffMs = 10_000;

/** Each step is done once, whatever stops between: the state of the period says where it goes on. */
export function drawJobs(parts: DrawParts): Job[] {
  const every = parts.everyMs ?? everyMs;
  const payouts = payTickets(parts, every);
  const periods = createJob({
    name: 'shop-periods',
    role: 'engine',
    every,
    async run() {
      const errors: unknown[] = [];
      for (const period of await readLivePeriods(parts.pool)) {
        // One that fails holds none of the others up.
        await advance(parts, period).then((hasEnded) => hasEnded && payouts.wake(), (error: unknown) => errors.push(error)); // oxfmt-ignore
      }
      await openNext(parts);
      if (errors.length > 0) throw errors[0];
    },
  });
  return [periods, drawRounds(parts, { every, payouts }), payouts];
}

/** Resolves with whether it has ended: then its tickets are to be paid. */
async function advance(parts: DrawParts, period: DrawnPeriod): Promise<boolean> {
  const { pool, clock } = parts;
  const { periodId } = period;
  if (period.state === 'open') {
    if (period.sold < period.tickets && clock.now() < period.closesAt) return false;
    await submit(parts, closePeriod, { periodId });
    const now = await findPeriod(pool, periodId);
    return now?.state === 'closed' ? advance(parts, now) : true;
  }
  if (period.round !== null) return false;
  const list = await readTicketList(pool, periodId);
  const root = rootOfTickets(list.map(({ ticketId }) => wireId('ticket', ticketId)));
  try {
    await publishList(pool, periodId, root);
  } catch (error) {
    if (!isTooLate(error)) throw error;
    await voidFor(parts, period, 'list-late');
    return true;
  }
  await parts.signLog();
  return false;
}

/** As shop_publish_list raises it. */
const isTooLate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23514';

/** What can't be reserved waits: a later look may find the money. A series whose terms may not open again ends; the console says why. */
async function openNext(parts: DrawParts): Promise<void> {
  for (const last of await readUnfollowed(parts.pool)) {
    const terms = seriesStops(last) ? parts.termsInstead?.(last) : nextOf(last);
    if (!terms) continue;
    await submit(parts, openPeriod, terms).catch((error: unknown) =>
      log.warn('the next period of a good could not be opened', { good: last.goodId, reason: reasonOf(error) }),
    );
  }
}

function nextOf({
  openedAt,
  closesAt,
  periodId: _,
  state: _state,
  sold: _sold,
  soldShown: _soldShown,
  closedAt: _closedAt,
  ...terms
}: Period): PeriodTerms {
  return { ...terms, number: terms.number + 1, series: terms.series - 1, openMs: closesAt - openedAt };
}

/** Every ticket of periods that have ended, each once, as many at a time as the lanes carry. */
function payTickets(parts: DrawParts, every: number): Job {
  const { pool, lanes, clock } = parts;
  const putOff = new Map<UnsettledTicket['ticketId'], number>();
  /** Periods that have ended stay what they are. */
  const ended = new Map<Period['periodId'], { period: DrawnPeriod; winners: ReadonlySet<number> }>();

  async function endOf(periodId: Period['periodId']) {
    const known = ended.get(periodId);
    if (known) return known;
    const period = await findPeriod(pool, periodId);
    if (!period) throw new Error(`no period ${periodId}`);
    const end = { period, winners: new Set(period.winningNum === null ? [] : numbersOf(period.winningNum)) };
    if (ended.size >= 100) ended.clear();
    ended.set(periodId, end);
    return end;
  }

  return createJob<UnsettledTicket>({
    name: 'shop-payouts',
    role: 'engine',
    every,
    due: {
      async take() {
        const now = clock.now();
        for (const [id, until] of putOff) if (until <= now) putOff.delete(id);
        const tickets = await readUnsettled(pool, ticketsAtOnce, [...putOff.keys()]);
        for (const { periodId } of tickets) await endOf(periodId);
        return tickets;
      },
      async carryOut({ accountId, ticketId, periodId, number }) {
        const { period, winners } = await endOf(periodId);
        const input = { ticketId, period, hasWon: winners.has(number) };
        const { isDone } = await lanes.submit({ command: settleTicket, accountId, book: 'real', input, receivedAt: clock.now() }); // oxfmt-ignore
        if (!isDone) putOff.set(ticketId, clock.now() + putOffMs);
        return isDone ? 'done' : 'later';
      },
      putOff: async ({ ticketId }) => void putOff.set(ticketId, clock.now() + putOffMs),
    },
  });
}
