// What time does to periods: closed, their lists published, drawn at their round, void where that can't be, and followed by the next.
import { drawWinners, isRoundSigned, randomnessOf, rootOfTickets } from '@candor/proof/draw';
import { wireId, type PeriodVoidReason } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { houseAccountId, type Command } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { BeaconSource } from './beacon.ts';
import { closePeriod, drawPeriod, voidPeriod } from './end-period.ts';
import { openPeriod, type PeriodTerms } from './open-period.ts';
import { numbersOf, seriesStops, type DrawnPeriod, type Period } from './period.ts';
import { settleTicket } from './settle-ticket.ts';
import { findPeriod, publishList, readLivePeriods, readTicketList, readUnfollowed, readUnsettled, type UnsettledTicket } from './store.ts'; // oxfmt-ignore

export interface DrawParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  /** Signs what the public log has come to. */
  signLog: () => Promise<void>;
  beacon: BeaconSource | undefined;
  /** What takes the place of terms that may not open again; undefined where operators have to propose new ones. */
  termsInstead?: (last: Period) => PeriodTerms | undefined;
  /** For tests, which let time go by as they like. */
  everyMs?: number;
}

const everyMs = 1_000;
/** A beacon that is later than this is waited for no more. */
const beaconWaitMs = 24 * 3_600_000;
const ticketsAtOnce = 2_000;
/** One that could not be paid makes way for the others this long. */
const putOffMs = 10_000;

/** Each step is done once, whatever stops between: the state of the period says where it goes on. */
export function drawJobs(parts: DrawParts): Job[] {
  const every = parts.everyMs ?? everyMs;
  const payouts = payTickets(parts, every);
  const draws = createJob({
    name: 'shop-draws',
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
  return [draws, payouts];
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
  if (period.round === null) {
    const list = await readTicketList(pool, periodId);
    const root = rootOfTickets(list.map(({ ticketId }) => wireId('ticket', ticketId)));
    try {
      await publishList(pool, periodId, root);
    } catch (error) {
      if (!isTooLate(error)) throw error;
      return voidFor(parts, period, 'list-late');
    }
    await parts.signLog();
    return false;
  }
  return clock.now() < period.roundAt! ? false : drawIt(parts, period);
}

async function drawIt(parts: DrawParts, period: DrawnPeriod): Promise<boolean> {
  const { periodId, beacon, root, sold, winners } = period;
  const round = period.round!;
  const signature = await parts.beacon?.signatureOf(beacon, round).catch((error: unknown) => {
    log.warn('the beacon of a draw does not answer', { round, reason: reasonOf(error) });
    return undefined;
  });
  if (signature === undefined || !isRoundSigned(beacon.key, { round, signature }))
    return parts.clock.now() >= period.roundAt! + beaconWaitMs ? voidFor(parts, period, 'beacon-late') : false;
  const drawn = drawWinners({ periodId: wireId('period', periodId), root: root!, randomness: randomnessOf(signature), size: sold, winners }); // oxfmt-ignore
  await submit(parts, drawPeriod, { periodId, signature, winningNum: drawn.join(',') });
  await parts.signLog();
  return true;
}

async function voidFor(parts: DrawParts, { periodId }: DrawnPeriod, reason: PeriodVoidReason): Promise<boolean> {
  await submit(parts, voidPeriod, { periodId, reason });
  return true;
}

/** As shop_publish_list raises it. */
const isTooLate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23514';

/** Of the house's own account; the state of the period makes it safe to repeat. */
const submit = <Input, Reply>(
  { lanes, clock }: DrawParts,
  command: Command<Input, Reply>,
  input: Input,
): Promise<Reply> => lanes.submit({ command, accountId: houseAccountId, book: 'real', input, receivedAt: clock.now() });

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
