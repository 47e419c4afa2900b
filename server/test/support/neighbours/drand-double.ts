// Test double of a drand service: rounds of a chain with a key of the test's own, each published at its time.
import { ownBeacon } from '@candor/proof/draw';
import type { Beacon } from '../../../src/shop/period.ts';
import { openHttpDouble, type Answer, type HttpDouble } from './http-double.ts';

/** Forms of the fault `other-words`, such as a proxy's page, uppercase digits, an envelope, or a signature of another chain or round. */
export const drandWords = ['page', 'capitals', 'envelope', 'other-chain', 'other-round', 'too-much'] as const;

export interface DrandDouble extends HttpDouble<'round'> {
  /** The beacon to which periods are bound. */
  beacon: Beacon;
  /** Form of the fault `other-words` from now on. */
  words: (typeof drandWords)[number];
}

const times = { genesisMs: 1_767_225_600_000, periodMs: 1_000 };

export async function openDrandDouble({
  secret,
  onLate,
}: {
  secret: string;
  onLate?: () => void;
}): Promise<DrandDouble> {
  const [own, other] = [ownBeacon(secret), ownBeacon(`not ${secret}`)];
  const roundNow = (): number => Math.floor((Date.now() - times.genesisMs) / times.periodMs) + 1;
  const said = (body: unknown): Answer => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const roundOf = (path: string): number => parseInt(path.slice(path.lastIndexOf('/') + 1), 10);
  const answerOf = (round: number, { sign } = own): Answer =>
    said({ round, randomness: '00'.repeat(32), signature: sign(round) });
  const inWords: Record<DrandDouble['words'], (round: number, answer: Answer) => Answer> = {
    page: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Back soon.</html>' }),
    capitals: (_round, answer) => ({
      ...answer,
      body: String(answer.body).replaceAll(/[\da-f]{96}/g, (hex) => hex.toUpperCase()),
    }),
    envelope: (_round, answer) => said({ result: JSON.parse(String(answer.body)) as unknown }),
    'other-chain': (round) => answerOf(round, other),
    'other-round': (round) => said({ round, signature: own.sign(round - 1) }),
    'too-much': (_round, answer) => ({ ...answer, body: `${' '.repeat(2_000_000)}${String(answer.body)}` }),
  };
  const double = await openHttpDouble<'round'>({
    name: 'drand',
    steps: ['round'],
    stepOf: () => 'round',
    answer({ path }) {
      const round = roundOf(path);
      return round <= roundNow() ? answerOf(round) : { status: 425, body: 'Requested future beacon' };
    },
    changes: {
      'other-words': (answer, { question }) => inWords[drand.words](roundOf(question.path), answer),
      reordered: (answer) =>
        said(Object.fromEntries(Object.entries(JSON.parse(String(answer.body)) as object).toReversed())),
    },
    ...(onLate && { onLate }),
  });
  const drand: DrandDouble = {
    ...double,
    beacon: { name: 'played beacon', isDemo: true, key: own.publicKey, ...times },
    words: 'page',
  };
  return drand;
}
