// The public log on a real database: what is in it, that it has no gaps and no past but one, and what it answers over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  canonicalJson,
  createGrowingTree,
  hashOfLeaf,
  isCheckpointOf,
  isConsistent,
  isIncluded,
  originOfLog,
  publicKeyOf,
  readCheckpoint,
  readLogEntry,
} from '@candor/proof';
import {
  createClient,
  getLogCheckpoint,
  getLogCheckpoints,
  getLogConsistency,
  getLogEntries,
  getLogInclusion,
  logPageMax,
} from '@candor/wire';
import fc from 'fast-check';
import { chooseProfile } from '../src/conduct/choose-profile.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { appendToPublicLog } from '../src/public-log/append.ts';
import { publicLogInvariants } from '../src/public-log/invariants.ts';
import { toldInvariants } from '../src/public-log/told-invariants.ts';
import { products } from '../src/products.ts';
import { signNews, takeAuditHead } from '../src/public-log/sign-checkpoints.ts';
import { runAsOwner } from './support/database.ts';
import { got, openRunningApp, refusalOf, type RunningApp } from './support/running-app.ts';
import { runs } from './support/seed.ts';

const logInvariants = [...publicLogInvariants, ...toldInvariants(products)];
let app: RunningApp;
let many: Pool;
before(async () => {
  app = await openRunningApp({ liveCoins: [] });
  many = openPool(app.databaseUrl, 32);
  await app.consolePool.query(`select audit_append('a test', 'an-act', '', '{}')`);
  await takeAuditHead(app.pool);
});
after(async () => {
  await many.end();
  await app.close();
});

const client = () => createClient({ baseUrl: app.url });
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

async function allLeaves(): Promise<string[]> {
  const { rows } = await app.pool.query<{ leaf: string }>('select leaf from public_log order by seq');
  return rows.map(({ leaf }) => leaf);
}
const kinds = async (): Promise<string[]> => (await allLeaves()).map((leaf) => readLogEntry(leaf)!.kind);

function rootOf(leaves: readonly string[]): Uint8Array {
  const tree = createGrowingTree();
  for (const leaf of leaves) tree.push(hashOfLeaf(leaf));
  return tree.root();
}

async function audit(): Promise<void> {
  const reports = await checkInvariants(app.pool, logInvariants);
  assert.deepEqual(reports.filter(({ broken }) => broken > 0), []); // oxfmt-ignore
  const idle = reports.filter(({ name, checked }) => checked === 0 && !name.includes('ended order'));
  assert.deepEqual(idle, [], 'no order has ended here, and all else is looked at');
}

test('it begins with what names it, and tells the configuration, the keys and the money of the house', async () => {
  const entries = (await allLeaves()).map((leaf) => readLogEntry(leaf) ?? assert.fail(leaf));
  assert.equal(entries[0]!.kind, 'log');
  const counts = Object.groupBy(entries, ({ kind }) => kind);
  assert.equal(counts['conduct-profile']?.length, 2);
  assert.equal(counts['option-terms']?.length, 10);
  assert.equal(counts['contract-terms']?.length, 2);
  assert.equal(counts['mode']?.[0]?.body['mode'], 'demo');
  assert.deepEqual(counts['signing-key']?.[0]?.body, { position: 1, signing_key: publicKeyOf(app.secrets.signingKey) });
  assert.deepEqual(counts['conduct-choice']?.length, 1);
  const paidIn = (counts['house-money'] ?? assert.fail('no money of the house')).map(({ body }) => body);
  // The funds of a demo: its bankroll, and what it stakes, lends and gives as prizes from.
  const ofUsdt = paidIn.filter(({ coin, book }) => coin === 'USDT' && book === 'real');
  assert.equal(ofUsdt.at(-1)!['total_paid_in'], '10850000');
  assert.equal(
    ofUsdt.reduce((sum, each) => sum + Number(each['paid_in']), 0),
    10_850_000,
  );
  assert.deepEqual(counts['option-terms'][0]!.body, {
    config_id: '1', version: 1, duration_ms: 30000, payout_rate: '0.85', min_stake: '10', max_stake: '5000',
    is_offered: true, created_at: counts['option-terms'][0]!.body['created_at'], exit_wait_ms: 0,
  }); // oxfmt-ignore
  assert.match(String(counts['option-terms'][0]!.body['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  await audit();
});

test('a change of what concerns everybody is in the log with its transaction, and not without it', async () => {
  const before = (await kinds()).length;
  const owner = openPool(app.ownerUrl, 1);
  await chooseProfile(owner, { jurisdiction: 'strict' });
  await owner.end();
  assert.deepEqual((await kinds()).slice(before), ['conduct-choice']);
  const halting = `insert into market_halts (coin, reason, proposed_by, approved_by) values ('DOGE', 'a test', 'anna', 'ben')`;
  await assert.rejects(runAsOwner(app, `begin; ${halting}; select 1 / 0; commit`));
  assert.equal((await kinds()).length, before + 1, 'what was rolled back was never in the log');
  await runAsOwner(app, halting);
  await runAsOwner(
    app,
    `update market_halts set lifted_at = now(), lift_proposed_by = 'ben', lift_approved_by = 'cleo'`,
  );
  assert.deepEqual((await kinds()).slice(before + 1), ['halt', 'reopening']);
  await audit();
});

test('the end of the audit log is named, and is missed where it was cut off', async () => {
  for (const act of ['first-act', 'second-act']) {
    await app.consolePool.query(`select audit_append('a test', $1, '', '{}')`, [act]);
    await takeAuditHead(app.pool);
    await takeAuditHead(app.pool);
  }
  const named = (await allLeaves()).map((leaf) => readLogEntry(leaf)!).filter(({ kind }) => kind === 'audit-head');
  assert.deepEqual(named.slice(-2).map(({ body }) => Number(body['entries'])), [1, 2].map((more) => named.length - 2 + more)); // oxfmt-ignore
  await audit();
  const superuser = openPool(app.adminUrl, 1);
  const connection = await superuser.connect();
  await connection.query('begin; set local session_replication_role = replica');
  await connection.query('delete from audit_log where seq = (select max(seq) from audit_log)');
  const broken: string[] = [];
  for (const { name, sql } of logInvariants) {
    if (typeof sql === 'function') continue;
    const { rows } = await connection.query<{ broken: string }>(sql.query);
    if (Number(rows[0]!.broken) > 0) broken.push(name);
  }
  await connection.query('rollback');
  connection.release();
  await superuser.end();
  assert.deepEqual(broken, ['the audit log goes on from each of its ends that the public log names']);
});

test('64 at once make 64 entries without a gap, and those whose transaction fails none', async () => {
  const before = (await allLeaves()).length;
  const results = await Promise.allSettled(
    Array.from({ length: 96 }, (_, place) =>
      inTransaction(many, async (database) => {
        await appendToPublicLog(database, 'test', { place });
        if (place % 3 === 0) throw new Error('given up');
      }),
    ),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 64);
  const added = (await allLeaves()).slice(before).map((leaf) => readLogEntry(leaf)!);
  assert.deepEqual(added.map(({ seq }) => seq), Array.from({ length: 64 }, (_, place) => before + place)); // oxfmt-ignore
  assert.ok(added.every(({ at_ms: at }, place) => place === 0 || at >= added[place - 1]!.at_ms));
  assert.equal(new Set(added.map(({ body }) => body['place'])).size, 64);
  await audit();
});

test('a process that dies between the entry and its commit leaves nothing, and holds nobody up', async () => {
  const before = (await allLeaves()).length;
  const dying = await many.connect();
  await dying.query('begin');
  await appendToPublicLog(dying, 'test', { dies: true });
  const { rows } = await dying.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = appendToPublicLog(many, 'test', { dies: false });
  await app.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  dying.release(true);
  assert.equal(await waiting, before);
  assert.deepEqual(readLogEntry((await allLeaves())[before]!)!.body, { dies: false });
  await audit();
});

test('the database writes canonical JSON as everybody else does, and refuses what has none', async () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')), fc.maxSafeInteger().map((each) => each + 0), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    object: fc.dictionary(fc.string().map((text) => text.replace(/[^ -~]/g, '')), tie('any'), { maxKeys: 4 }),
  })).object; // oxfmt-ignore
  await fc.assert(
    fc.asyncProperty(value, async (body) => {
      const { rows } = await many.query<{ text: string }>('select canonical_json($1::jsonb) as text', [JSON.stringify(body)]); // oxfmt-ignore
      assert.equal(rows[0]!.text, canonicalJson(body));
    }),
    { numRuns: runs(100) },
  );
  for (const body of ['{"a":0.5}', '{"a":9007199254740992}', '{"ä":1}', '{"a":1.0}', '[]', '"text"']) {
    await assert.rejects(many.query(`select public_log_append('test', $1)`, [body]), body);
  }
  await assert.rejects(many.query(`select public_log_append('Test', '{}')`));
});

test('its root, proofs and checkpoints over HTTP are those of its leaves, for every size', async () => {
  await signNews(app.pool, app.secrets.signingKey);
  const leaves = await allLeaves();
  const { checkpoint } = got(await client().call(getLogCheckpoint, {}));
  const head = readCheckpoint(checkpoint)!;
  assert.deepEqual([head.size, head.root, head.origin], [leaves.length, hex(rootOf(leaves)), originOfLog(leaves[0]!)]);
  assert.ok(isCheckpointOf(publicKeyOf(app.secrets.signingKey), head));
  assert.ok(leaves.length < logPageMax);
  assert.deepEqual(got(await client().call(getLogEntries, { from: 0 })), { from: 0, leaves, size: leaves.length });
  assert.deepEqual(got(await client().call(getLogEntries, { from: 3, to: 5 })).leaves, leaves.slice(3, 5));
  for (let size = 1; size <= leaves.length; size += 7) {
    const root = rootOf(leaves.slice(0, size));
    const index = (size * 5) % size;
    const inclusion = got(await client().call(getLogInclusion, { index, size }));
    assert.ok(isIncluded(hashOfLeaf(leaves[index]!), { index, size, root }, inclusion.hashes.map(bytes)), `${index} of ${size}`); // oxfmt-ignore
    const consistency = got(await client().call(getLogConsistency, { first: size, second: leaves.length }));
    const newer = { size: leaves.length, root: rootOf(leaves) };
    assert.ok(isConsistent({ size, root }, newer, consistency.hashes.map(bytes)), `since ${size}`);
  }
  const response = await fetch(`${app.url}${getLogConsistency.path}?first=1&second=5`);
  assert.match(response.headers.get('cache-control') ?? '', /immutable/);
  for (const [call, payload] of [
    [getLogInclusion, { index: 5, size: 5 }],
    [getLogInclusion, { index: 0, size: leaves.length + 1 }],
    [getLogConsistency, { first: 1, second: leaves.length + 1 }],
    [getLogConsistency, { first: 5, second: 4 }],
  ] as const) {
    assert.equal(refusalOf(await client().call(call as typeof getLogInclusion, payload as never)), 'not-found');
  }
});

test('one checkpoint a size, with the root of the log and the key that it names, whoever writes it', async () => {
  const countNotes = async () => got(await client().call(getLogCheckpoints, {})).checkpoints.length;
  const before = await countNotes();
  await signNews(app.pool, app.secrets.signingKey);
  assert.equal(await countNotes(), before, 'no news, no checkpoint');
  await appendToPublicLog(app.pool, 'test', { news: 1 });
  await Promise.all(Array.from({ length: 5 }, () => signNews(app.pool, app.secrets.signingKey)));
  assert.equal(await countNotes(), before + 1);
  await appendToPublicLog(app.pool, 'test', { news: 2 });
  await assert.rejects(signNews(app.pool, '77'.repeat(32)), /names another key/);
  const size = (await allLeaves()).length;
  const note = (root: string) => `x\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n\n`;
  for (const [wrong, at] of [
    [note('00'.repeat(32)), size],
    [note(hex(rootOf(await allLeaves()))), size + 1],
    [note(hex(rootOf(await allLeaves()))), size - 1],
  ] as const) {
    await assert.rejects(app.pool.query('insert into public_log_checkpoints values ($1, $2)', [at, wrong]));
  }
  await audit();
});
