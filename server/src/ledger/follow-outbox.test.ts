// What commits tell is found by whoever follows, in whatever order they commit, and told once where an event told it already.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, mock, test } from 'node:test';
import type { Uuid } from '@candor/wire';
import fc from 'fast-check';
import { cloneDatabase, runAsOwner } from '../../test/support/database.ts';
import { createBus, type Bus } from '../kit/bus.ts';
import { log } from '../kit/log.ts';
import { openConnection, openPool, type Pool } from '../kit/postgres.ts';
import { until } from '../kit/until.test-support.ts';
import { followOutbox, type OutboxTiming } from './follow-outbox.ts';
import { pruneOutbox } from './outbox-store.ts';
import { randomOf, runs, testSeed } from '../../test/support/seed.ts';

const random = randomOf(testSeed);

log.setLevel('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
/** How old what was looked for had to be, ms. */
const looks: number[] = [];
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  mock.method(pool, 'query', (...args: unknown[]) => {
    if (String(args[0]).includes('order by next.transaction')) looks.push((args[1] as unknown[])[2] as number);
    return query(...args);
  });
});
after(async () => {
  await pool.end();
  await database.drop();
});

const insert = `insert into outbox (id, events, account_ids, object_ids) values ($1, '{ledger.balance}', array[$2::uuid], array[$2::uuid])`;
const newId = () => randomUUID() as Uuid;

async function follow(timing: Partial<OutboxTiming> = {}) {
  const bus: Bus = createBus();
  const missed: Uuid[] = [];
  let failures = 0;
  const follower = followOutbox({
    pool,
    bus,
    role: 'engine',
    missed(happenings) {
      if (failures-- > 0) throw new Error('not now');
      missed.push(...happenings.map(({ objectId }) => objectId));
    },
    timing: { everyMs: 5, graceMs: 0, ...timing },
  });
  await follower.start();
  return { bus, follower, missed, failNext: (times: number) => void (failures = times) };
}

test('no commit is passed over, in whatever order transactions begin, take their number and commit', async () => {
  const connections = await Promise.all([1, 2, 3, 4].map(() => openConnection(database.url)));
  const writer = fc.record({
    takesNumber: fc.integer({ min: 0, max: 9 }),
    writes: fc.integer({ min: 0, max: 9 }),
    ends: fc.integer({ min: 0, max: 9 }),
    isRolledBack: fc.boolean(),
    rows: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(writer, { minLength: 2, maxLength: 4 }), async (writers) => {
      const { follower, missed } = await follow();
      const committed: Uuid[] = [];
      const steps = writers.flatMap((each, place) => {
        const connection = connections[place]!;
        const ids = Array.from({ length: each.rows }, newId);
        const [number, write, end] = [each.takesNumber, each.writes, each.ends].toSorted((left, right) => left - right);
        return [
          { at: number!, run: () => connection.query('begin; select pg_current_xact_id()') },
          { at: write!, run: () => Promise.all(ids.map((id) => connection.query(insert, [newId(), id]))) },
          {
            at: end!,
            run: async () => {
              await connection.query(each.isRolledBack ? 'rollback' : 'commit');
              if (!each.isRolledBack) committed.push(...ids);
            },
          },
        ].map((step, order) => ({ ...step, order, place }));
      });
      const inOrder = steps.toSorted((left, right) => left.at - right.at || left.order - right.order);
      for (const { run } of inOrder) {
        await run();
        await new Promise((resolve) => setTimeout(resolve, random() * 8));
      }
      await follower.caughtUp();
      assert.deepEqual(missed.toSorted(), committed.toSorted());
      await follower.stop();
    }),
    { numRuns: runs(40) },
  );
  for (const connection of connections) await connection.end();
});

/** Resolves when the outbox has been looked at three times from now on for what is so old. */
async function lookedAt(olderThanMs: number): Promise<void> {
  const before = looks.length;
  const since = (): number => looks.slice(before).filter((each) => each === olderThanMs).length;
  await until('it was looked at', () => since() >= 3);
}

test('caughtUp waits for what is under way and knows then whether it was committed', async () => {
  const { follower, missed } = await follow({ graceMs: 60_000 });
  const connection = await openConnection(database.url);
  const [id, account] = [newId(), newId()];
  await connection.query('begin');
  await connection.query(insert, [id, account]);
  let isDone = false;
  const caughtUp = follower.caughtUp().then(() => (isDone = true));
  await lookedAt(0);
  assert.equal(isDone, false);
  await connection.query('commit');
  await caughtUp;
  assert.deepEqual(missed, [account]);
  await connection.end();
  await follower.stop();
});

test('what an event told is not told again, also when it came late; what nobody told is, after a while', async () => {
  const { bus, follower, missed } = await follow({ graceMs: 3_600_000 });
  const [told, late, untold] = [newId(), newId(), newId()];
  bus.emit('ledger.told', { id: told });
  for (const id of [told, late, untold]) await pool.query(insert, [id, id]);
  await lookedAt(3_600_000);
  assert.deepEqual(missed, []);
  bus.emit('ledger.told', { id: late });
  await runAsOwner(database, `update outbox set at = at - interval '1 hour'`);
  await until('it was missed', () => missed.length > 0);
  assert.deepEqual(missed, [untold]);
  await follower.stop();
});

test('what could not be told at first is told again, with all that came behind it', async () => {
  const { follower, missed, failNext } = await follow();
  failNext(3);
  const ids = [newId(), newId()];
  for (const id of ids) await pool.query(insert, [newId(), id]);
  await until('both were told', () => new Set(missed).size === 2);
  await follower.stop();
});

test('rows that are old are deleted, the others are kept, and so is what somebody who keeps a place has not read', async () => {
  await pool.query(insert, [newId(), newId()]);
  const week = 7 * 24 * 3_600_000;
  assert.equal(await pruneOutbox(pool, { olderThanMs: 3_600_000, everyoneAfterMs: week }), 0);
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from outbox');
  assert.equal(await pruneOutbox(pool, { olderThanMs: 0, everyoneAfterMs: week }), 0);
  await pool.query(
    `update outbox_places set (transaction, id) = (select transaction, id from outbox order by 1 desc, 2 desc limit 1)`,
  );
  assert.equal(await pruneOutbox(pool, { olderThanMs: 0, everyoneAfterMs: week }), rows[0]!.count);
});
