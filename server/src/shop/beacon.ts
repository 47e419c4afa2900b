// Where rounds come from: drand's quicknet at the configured address, or a beacon of the demo's own, which is called so everywhere.
import { isRoundSigned, ownBeacon, quicknet, timeOfRound } from '@candor/proof/draw';
import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import type { Beacon } from './period.ts';

export interface BeaconSource {
  /** What periods agree to. */
  beacon: Beacon;
  /** Of a period's own beacon: undefined while it is not published, or while its beacon does not answer. */
  signatureOf: (beacon: Beacon, round: number) => Promise<string | undefined>;
}

export interface BeaconParts {
  mode: 'demo' | 'production';
  clock: Clock;
  signingKey: string;
  /** Of a drand service, e.g. https://api.drand.sh; a demo needs none. */
  drandUrl: string | undefined;
}

const timeoutMs = 5_000;
/** As drand's HTTP API documents it. */
const published = z.object({ round: z.number().int(), signature: z.string().regex(/^[0-9a-f]{96}$/) });
const demoName = 'demo beacon';
const demoTimes = { genesisMs: 1_767_225_600_000, periodMs: 1_000 };

/** Undefined in a production without an address: it opens no periods. */
export function openBeacon({ mode, clock, signingKey, drandUrl }: BeaconParts): BeaconSource | undefined {
  if (drandUrl !== undefined)
    return { beacon: ofQuicknet, signatureOf: (beacon, round) => fetchRound(drandUrl, beacon, round) };
  if (mode === 'production') return undefined;
  // Its key is some work, which a start needn't wait for.
  let made: ReturnType<typeof ownBeacon> | undefined;
  const own = (): ReturnType<typeof ownBeacon> => (made ??= ownBeacon(signingKey));
  return {
    get beacon() {
      return { name: demoName, isDemo: true, key: own().publicKey, ...demoTimes };
    },
    async signatureOf({ key, ...times }, round) {
      const at = timeOfRound(round, { genesis_ms: times.genesisMs, period_ms: times.periodMs });
      return key === own().publicKey && clock.now() >= at ? own().sign(round) : undefined;
    },
  };
}

const ofQuicknet: Beacon = {
  name: quicknet.name,
  isDemo: quicknet.is_demo,
  key: quicknet.public_key,
  genesisMs: quicknet.genesis_ms,
  periodMs: quicknet.period_ms,
};

/** Whoever answers: only what the chain's key has signed counts. */
async function fetchRound(base: string, { key }: Beacon, round: number): Promise<string | undefined> {
  const url = new URL(`${quicknet.chain_hash}/public/${round}`, base.endsWith('/') ? base : `${base}/`);
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) return undefined;
  const answer = published.safeParse(await response.json());
  if (!answer.success || answer.data.round !== round) return undefined;
  const { signature } = answer.data;
  return isRoundSigned(key, { round, signature }) ? signature : undefined;
}
