// Where rounds come from: drand's quicknet at the configured address, or a beacon of the demo's own, which is called so everywhere.
import { isRoundSigned, ownBeacon, quicknet, timeOfRound } from '@candor/proof/draw';
import { z } from 'zod';
import { answerPatience } from '../kit/answer-patience.ts';
import type { Clock } from '../kit/clock.ts';
import { fetchText } from '../kit/fetch-text.ts';
import type { Beacon } from './period.ts';

export interface BeaconSource {
  /** What periods agree to. */
  beacon: Beacon;
  /** Returns a round's signature by the given beacon; undefined if not published yet. Throws if the beacon gives no or a wrong reply. */
  signatureOf: (beacon: Beacon, round: number) => Promise<string | undefined>;
}

export interface BeaconParts {
  mode: 'demo' | 'production';
  clock: Clock;
  signingKey: string;
  /** Of a drand service, e.g. https://api.drand.sh; a demo needs none. */
  drandUrl: string | undefined;
  /** For tests, which can't make signatures of drand; default: drand's quicknet. */
  drandBeacon?: Beacon;
  patience?: () => AbortSignal;
}

/** Maximum size of a reply, several times the usual size. */
const answerBytesMax = 4_096;
/** As drand's HTTP API documents it. */
const published = z.object({ round: z.number().int(), signature: z.string().regex(/^[0-9a-fA-F]{96}$/) });
const demoName = 'demo beacon';
const demoTimes = { genesisMs: 1_767_225_600_000, periodMs: 1_000 };

/** Undefined in a production without an address: it opens no periods. */
export function openBeacon(parts: BeaconParts): BeaconSource | undefined {
  const { mode, clock, signingKey, drandUrl, drandBeacon = ofQuicknet, patience = answerPatience } = parts;
  if (drandUrl !== undefined)
    return {
      beacon: drandBeacon,
      signatureOf: (beacon, round) => fetchRound(drandUrl, { beacon, round, signal: patience() }),
    };
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
async function fetchRound(
  base: string,
  { beacon: { key }, round, signal }: { beacon: Beacon; round: number; signal: AbortSignal },
): Promise<string> {
  const url = new URL(`${quicknet.chain_hash}/public/${round}`, base.endsWith('/') ? base : `${base}/`);
  const text = await fetchText(url, {
    who: 'the beacon',
    accept: 'application/json',
    bytesMax: answerBytesMax,
    signal,
  });
  const answer = published.safeParse(jsonIn(text));
  if (!answer.success) throw new Error('the beacon answers with something else than a round');
  if (answer.data.round !== round) throw new Error(`the beacon answers with round ${answer.data.round}`);
  const signature = answer.data.signature.toLowerCase();
  if (!isRoundSigned(key, { round, signature })) throw new Error('the signature is not that of the beacon');
  return signature;
}

/** Parses JSON; returns undefined if the text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
