import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepLeading } from './keep-leading.ts';
import type { Lease, Term } from './lease.ts';
import { log } from './log.ts';
import { until } from './until.test-support.ts';

/** Has the terms that the test gives it. */
function givenLease() {
  let term: Term | undefined;
  let next = Promise.withResolvers<Term>();
  return {
    lease: { term: () => term, taken: () => next.promise } as Pick<Lease, 'term' | 'taken'> as Lease,
    give: (epoch: number): (() => void) => {
      const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
      term = { epoch, finalMs: 0, lost };
      next.resolve(term);
      return () => {
        term = undefined;
        next = Promise.withResolvers();
        lose();
      };
    },
  };
}

test('it is told before a term begins and before it ends', async () => {
  const said: string[] = [];
  const { lease, give } = givenLease();
  const leading = keepLeading({
    lease,
    async begin({ epoch }) {
      said.push(`${epoch} begins`);
      return async () => void said.push(`${epoch} ends`);
    },
    onDeciding: (epoch) => void said.push(`decides in ${epoch}`),
  });
  const lose = give(4);
  await leading.started();
  lose();
  await until('its end', () => said.length === 4);
  give(6);
  await leading.started();
  await leading.stop();
  const term = (epoch: number): string[] => [`decides in ${epoch}`, `${epoch} begins`, 'decides in undefined', `${epoch} ends`]; // oxfmt-ignore
  assert.deepEqual(said, [...term(4), ...term(6)]);
});

test("a term that can not begin is the first caller's to know, is said to decide no more, and is tried again", async (context) => {
  const said: unknown[] = [];
  const logged = context.mock.method(log, 'error', () => undefined);
  const { lease, give } = givenLease();
  let fails = true;
  give(4);
  const leading = keepLeading({
    lease,
    async begin() {
      if (fails) throw new Error('no database');
      return async () => undefined;
    },
    onDeciding: (epoch) => void said.push(epoch),
    retryMs: 1,
  });
  await assert.rejects(leading.started(), /no database/);
  await until('a second try', () => said.length >= 4);
  fails = false;
  await until('a term', () => said.at(-1) === 4);
  await leading.stop();
  assert.deepEqual(said.slice(0, 4), [4, undefined, 4, undefined]);
  assert.equal(said.at(-1), undefined);
  assert.equal(said.filter((epoch) => epoch === undefined).length, logged.mock.callCount() + 1);
});
