// How far the orders that were received are decided, in this process and in those that take customers' requests. Ticks get their
// time only behind them; but a process that does not even say that it lives holds up no price.
import { systemTimers, type Clock, type Timers } from '../kit/clock.ts';
import type { Link, Links, Peer } from '../kit/link.ts';
import { LinkLost } from '../kit/link.ts';
import { log } from '../kit/log.ts';
import { counter } from '../kit/metrics.ts';
import type { Lanes } from './lanes.ts';

declare module '../kit/link.ts' {
  interface Questions {
    /** Answered in the turn in which it arrives. */
    'intake.alive': { ask: null; answer: true };
    /** Answered once no customer's command received at or before then is under way, and what they did has been told. */
    'intake.settled': { ask: number; answer: true };
  }
}

export interface Intake {
  /** Resolves with true once nothing received at or before `ms` is under way; with false when that can't be known. */
  settledUpTo(ms: number): Promise<boolean>;
}

const aliveMs = 300;
const notWaited = counter({
  name: 'candor_ticks_not_waiting_total',
  help: 'Times that ticks did not wait for orders under way, as the process that takes them stood still',
});
/** A process that was killed may have left a commit behind that is still being carried out. */
export const lateCommitMs = 10_000;

/** Of lanes in this process alone. */
export const intakeOf = (lanes: Pick<Lanes, 'settledUpTo'>): Intake => ({
  settledUpTo: (ms) => lanes.settledUpTo(ms).then(() => true),
});

/** The side that takes customers' requests. */
export function answerIntake(link: Link, lanes: Pick<Lanes, 'settledUpTo'>): void {
  link.onAsk('intake.alive', () => true);
  link.onAsk('intake.settled', (ms) => lanes.settledUpTo(ms).then(() => true as const));
}

/** Of lanes here and of the processes at the other end, each of which is waited for as long as it answers at all. */
export function joinIntakes(
  links: Links,
  lanes: Pick<Lanes, 'settledUpTo'>,
  clock: Clock,
  timers: Timers = systemTimers,
): Intake {
  const silent = new WeakSet<Peer>();
  let lostAt = -Infinity;
  links.onLost(() => (lostAt = clock.now()));

  async function isSettledAt(peer: Peer, ms: number): Promise<boolean> {
    if (silent.has(peer)) return false;
    const settled = peer.ask('intake.settled', ms).catch(lost);
    if (!(await isAlive(peer))) return false;
    return settled;
  }

  /** Asked once; a process that stands still is waited for no more until it has answered. */
  async function isAlive(peer: Peer): Promise<boolean> {
    const alive = peer.ask('intake.alive', null).catch(lost);
    const late = Promise.withResolvers<'late'>();
    const cancel = timers.after(aliveMs, () => late.resolve('late'));
    const outcome = await Promise.race([alive, late.promise]);
    cancel();
    if (outcome !== 'late') return outcome;
    notWaited.inc();
    log.warn('a process that takes orders stands still; ticks do not wait for it');
    silent.add(peer);
    void alive.then(() => silent.delete(peer));
    return false;
  }

  return {
    async settledUpTo(ms) {
      const peers = links.peers();
      const settled = await Promise.all(peers.map((peer) => isSettledAt(peer, ms)));
      await lanes.settledUpTo(ms);
      // A process that was lost may live on and still commit what it took.
      return peers.length > 0 && settled.every(Boolean) && Math.abs(clock.now() - lostAt) > lateCommitMs;
    },
  };
}

const lost = (error: unknown): false => {
  if (!(error instanceof LinkLost)) log.error('orders under way are not known', { error });
  return false;
};
