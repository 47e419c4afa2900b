// What anyone may ask of the public log. What can't change any more is kept as it was answered.
import { consistencyRanges, hashOfRange, inclusionRanges, nodesOfRange, type LeafRange } from '@candor/proof';
import {
  getLogCheckpoint,
  getLogCheckpoints,
  getLogConsistency,
  getLogEntries,
  getLogInclusion,
  logPageMax,
} from '@candor/wire';
import { LRUCache } from 'lru-cache';
import { bind } from '../kit/feature.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { bindText, type RawJson } from '../kit/raw-json.ts';
import { refuse } from '../kit/refuse.ts';
import { readCheckpoints, readLeaves, readNewestCheckpoint, readNodes, readSize } from './store.ts';

const keptAnswers = 200;
const checkpointsPageMax = 200;

export function publicLogWeb({ pool }: { pool: Pool }): WebPart {
  const kept = new LRUCache<string, RawJson>({ max: keptAnswers });
  async function keep(name: string, read: () => Promise<object>): Promise<RawJson> {
    const known = kept.get(name);
    if (known) return known;
    const answer: RawJson = { rawJson: JSON.stringify(await read()), isImmutable: true };
    kept.set(name, answer);
    return answer;
  }
  return {
    calls: [
      bind(getLogCheckpoint, async () => ({
        checkpoint: ((await readNewestCheckpoint(pool)) ?? refuse('not-found')).note,
      })),
      bind(getLogCheckpoints, async ({ after }) => {
        const found = await readCheckpoints(pool, after, checkpointsPageMax + 1);
        const page = found.slice(0, checkpointsPageMax);
        return {
          checkpoints: page.map(({ note }) => note),
          ...(found.length > page.length && { next_after: page.at(-1)!.size }),
        };
      }),
      bind(getLogEntries, async ({ from, to }) => {
        const size = await readSize(pool);
        return { from, leaves: await readLeaves(pool, from, Math.min(to ?? size, from + logPageMax, size)), size };
      }),
      bindText(getLogInclusion, async ({ index, size }) => {
        if (index >= size) return refuse('not-found');
        return keep(`inclusion ${index} ${size}`, async () => {
          await checkSize(pool, size);
          return { index, size, hashes: await hashesOf(pool, inclusionRanges(index, { from: 0, to: size })) };
        });
      }),
      bindText(getLogConsistency, async ({ first, second }) => {
        if (first > second) return refuse('not-found');
        return keep(`consistency ${first} ${second}`, async () => {
          await checkSize(pool, second);
          return { first, second, hashes: await hashesOf(pool, consistencyRanges(first, second)) };
        });
      }),
    ],
  };
}

async function checkSize(database: Database, size: number): Promise<void> {
  if (size > (await readSize(database))) refuse('not-found');
}

/** One query, of as many nodes as the size has binary digits, twice at most. */
async function hashesOf(database: Database, ranges: readonly LeafRange[]): Promise<string[]> {
  const nodes = ranges.flatMap(nodesOfRange);
  const hashes = await readNodes(database, nodes);
  const known = new Map(nodes.map(({ level, index }, place) => [`${level} ${index}`, hashes[place]!]));
  return ranges.map((range) =>
    Buffer.from(hashOfRange(range, ({ level, index }) => known.get(`${level} ${index}`)!)).toString('hex'),
  );
}
