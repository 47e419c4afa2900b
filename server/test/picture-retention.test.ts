// Pictures on a real database and disk, with a clock that the test moves: each is deleted when its time is over, and what a killed
// process left is deleted as well.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { openPool } from '../src/kit/postgres.ts';
import { until } from '../src/kit/until.test-support.ts';
import { createPictures } from '../src/pictures/create-pictures.ts';
import { cloneDatabase } from './support/database.ts';
import { jpegPhoto } from './support/picture-files.ts';

const database = await cloneDatabase();
const pool = openPool(database.url, 4);
const directory = mkdtempSync(join(tmpdir(), 'candor-retention-'));
after(async () => {
  await pool.end();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const dayMs = 24 * 3_600_000;
const keptDays = 30;
// Files bear the time of the machine.
const start = Date.now();
let now = start;
const pictures = createPictures({
  pool,
  clock: { now: () => now },
  newId: () => randomUUID() as Uuid,
  secrets: { pepper: randomBytes(32), olderPeppers: [] },
  directory,
  keptDays,
});

const accountId = randomUUID() as Uuid;
await pool.query(
  `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
   values ($1, '10000001', 'ann@example.com', '1', 'en', 'INVITE01', now())`,
  [accountId],
);

async function taken(seed: number): Promise<Uuid> {
  const jpeg = await jpegPhoto({ seed });
  return pictures.take(accountId, async () => ({ bytes: Readable.from([jpeg]), isWhole: () => true }));
}

const files = (): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('a picture that a case names is kept as long as the configuration says, any other for a day', async () => {
  now = start;
  const [named, unnamed] = [await taken(1), await taken(2)];
  assert.ok(await inTransaction(pool, (within) => pictures.keep(within, { accountId, pictureIds: [named] })));
  assert.deepEqual(files().toSorted(), [named, unnamed].toSorted());

  now = start + dayMs - 1;
  await pictures.prune();
  assert.deepEqual(files().toSorted(), [named, unnamed].toSorted());

  now = start + dayMs + 1;
  await pictures.prune();
  assert.deepEqual(files(), [named]);
  assert.equal(await pictures.show(unnamed, 'you'), undefined);
  assert.equal(await pictures.isOf(accountId, unnamed), false);

  now = start + keptDays * dayMs - 1;
  await pictures.prune();
  assert.ok(await pictures.show(named, 'you'));

  now = start + keptDays * dayMs + 1;
  await pictures.prune();
  assert.deepEqual(files(), []);
  assert.equal(await pictures.show(named, 'you'), undefined);
  const { rows } = await pool.query('select 1 from pictures where wrapped_key is not null');
  assert.equal(rows.length, 0, 'no copy of a file can be read any more');
  assert.ok(!(await inTransaction(pool, (within) => pictures.keep(within, { accountId, pictureIds: [named] }))));
});

test('what a killed process leaves of an upload is deleted after a day', async () => {
  now = start;
  const incoming = join(directory, 'incoming');
  const module = new URL('../src/pictures/spool.ts', import.meta.url).href;
  const script = `
    import { Readable } from 'node:stream';
    import { spool } from ${JSON.stringify(module)};
    const bytes = new Readable({ read() {} });
    bytes.push(Buffer.alloc(1_000, 1));
    setInterval(() => undefined, 1_000);
    await spool({ bytes, isWhole: () => true }, ${JSON.stringify(incoming)}, async () => undefined);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  await until('the upload is on its way', () => existsSync(incoming) && readdirSync(incoming).length === 1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = files();
  assert.equal(left.length, 1);

  // It could be one that still comes.
  await pictures.prune();
  assert.deepEqual(files(), left);
  now = Date.now() + dayMs + 1;
  await pictures.prune();
  assert.deepEqual(files(), []);
});
