// Decides once, at start, where prices come from.
import { WebSocket } from 'ws';
import { steadyClock, type Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { MarketSource } from './market.ts';
import { openHtxRest } from './sources/htx-rest.ts';
import { createHtxSource } from './sources/htx-source.ts';
import type { HtxAddresses } from './sources/htx-source.ts';
import { createSimulatedSource } from './sources/simulated-source.ts';
import type { SimulatedSourceOptions } from './sources/simulated-source.ts';
import type { Source } from './sources/source.ts';

export type SourceChoice = 'htx' | 'simulated' | 'auto';

export type SimulatedChoice = Omit<SimulatedSourceOptions, 'clock'>;

export interface ChooseSourceOptions {
  choice: SourceChoice;
  htx: HtxAddresses;
  simulated: SimulatedChoice;
  clock: Clock;
  answerMs?: number;
}

export async function chooseSource(options: ChooseSourceOptions): Promise<Source> {
  const { choice, htx, simulated, clock, answerMs = 5_000 } = options;
  const isHtx = choice === 'htx' || (choice === 'auto' && (await answersWithin(htx, answerMs)));
  log.info('price source', { source: isHtx ? 'htx' : 'simulated', choice });
  return openHistory(isHtx ? 'htx' : 'simulated', { htx, simulated, clock });
}

/** The source of this name; until it is connected it gives candles of the past alone. */
export const openHistory = (
  name: MarketSource,
  { htx, simulated, clock }: Pick<ChooseSourceOptions, 'htx' | 'simulated' | 'clock'>,
): Source =>
  name === 'htx'
    ? createHtxSource({ ...htx, clock, steady: steadyClock })
    : createSimulatedSource({ ...simulated, clock });

/** Whether HTX gives its time over REST, or says anything over the websocket. */
async function answersWithin(htx: HtxAddresses, answerMs: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(answerMs);
  const done = new AbortController();
  const signal = AbortSignal.any([deadline, done.signal]);
  const rest = openHtxRest(htx.restUrl);
  try {
    await Promise.any([rest.timestamp(signal), firstFrame(htx.websocketUrl, signal)]);
    return true;
  } catch {
    return false;
  } finally {
    done.abort();
    rest.close();
  }
}

function firstFrame(url: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 1024 * 1024 });
    socket.once('message', () => resolve());
    socket.once('close', () => reject(new Error('closed')));
    socket.on('error', reject);
    signal.addEventListener('abort', () => socket.terminate());
  });
}
