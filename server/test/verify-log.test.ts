// candor-verify --log as people run it, against a whole server, and against one whose database a superuser has rewritten.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { originOfLog, publicKeyOf, readCheckpoint, readLogEntry } from '@candor/proof';
import { appendToPublicLog } from '../src/public-log/append.ts';
import { signNews } from '../src/public-log/sign-checkpoints.ts';
import { runAsOwner } from './support/database.ts';
import { repository } from './run/processes.ts';
import { openRunningApp, type RunningApp } from './support/running-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'candor-log-'));
const keepFile = join(folder, 'kept');
let app: RunningApp;
before(async () => {
  app = await openRunningApp({ liveCoins: [] });
});
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function look(...rest: string[]): Promise<{ code: number | null; output: string }> {
  const command = join(repository, 'proof/bin/candor-verify.mjs');
  const all = [command, '--log', app.url, '--keep', keepFile, ...rest];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

async function grow(): Promise<void> {
  for (let place = 0; place < 3; place++) await appendToPublicLog(app.pool, 'test', { place });
  await signNews(app.pool, app.secrets.signingKey);
}

/** As the superuser, past every trigger. */
const rewrite = (sql: string) =>
  runAsOwner({ ownerUrl: app.adminUrl }, `set session_replication_role = replica; ${sql}`);

test('a log that grows verifies at each look, and says what was seen', async () => {
  await grow();
  const first = await look();
  assert.equal(first.code, 0, first.output);
  assert.match(first.output, /candor\/log\/[0-9a-f]{32}, \d+ entries[^]*10 option-terms[^]*seen for the first time/);
  const size = readCheckpoint(readFileSync(keepFile, 'utf8'))!.size;
  await grow();
  const second = await look('--key', publicKeyOf(app.secrets.signingKey));
  assert.equal(second.code, 0, second.output);
  assert.match(second.output, new RegExp(`✓ kept +it begins with the ${size} entries that were seen before`));
  assert.equal(readCheckpoint(readFileSync(keepFile, 'utf8'))!.size, size + 3);
  assert.equal((await look('--key', 'ab'.repeat(32))).code, 1);
});

test('an entry that was changed in the database is found, and the kept checkpoint stays', async () => {
  const kept = readFileSync(keepFile, 'utf8');
  const change = (from: string, to: string) =>
    rewrite(
      `update public_log set leaf = replace(leaf, '"payout_rate":"${from}"', '"payout_rate":"${to}"') where leaf like '%option-terms%'`,
    );
  await change('0.85', '0.95');
  const { code, output } = await look();
  assert.equal(code, 1, output);
  assert.match(output, /✗ roots[^]*The log does NOT verify/);
  assert.equal(readFileSync(keepFile, 'utf8'), kept);
  await change('0.95', '0.85');
  assert.equal((await look()).code, 0);
});

test('a log that was rewritten with all its hashes and signed anew is refuted by the kept checkpoint alone', async () => {
  const { rows } = await app.pool.query<{ leaf: string }>('select leaf from public_log order by seq');
  await rewrite(
    'delete from public_log where seq > 0; delete from public_log_nodes; delete from public_log_checkpoints',
  );
  for (const { leaf } of rows.slice(1)) {
    const { kind, body } = readLogEntry(leaf)!;
    await appendToPublicLog(app.pool, kind, kind === 'test' ? { rewritten: true } : body);
  }
  // The server keeps proofs of the sizes that it was asked about: another size is not among them.
  await grow();
  const { code, output } = await look();
  assert.equal(code, 1, output);
  assert.match(output, /✓ roots[^]*✓ signatures[^]*✗ kept +the kept checkpoint of \d+ names the root/);
  rmSync(keepFile);
  assert.equal((await look()).code, 0, 'who never looked before can not tell');
  assert.equal(readCheckpoint(readFileSync(keepFile, 'utf8'))!.origin, originOfLog(rows[0]!.leaf));
});

test('what can not be read is neither verified nor refuted', async () => {
  writeFileSync(keepFile, 'no checkpoint');
  assert.equal((await look()).code, 2);
  rmSync(keepFile);
  const { code, output } = await look('--log', 'http://127.0.0.1:1');
  assert.equal(code, 2, output);
  assert.equal((await look('receipt.json')).code, 2);
});
