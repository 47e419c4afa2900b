// A copy of all that is held about a customer, and the end of an account, through HTTP on a real server; and whoever wants them without right.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  closeAccount,
  createClient,
  getBorrowAgreement,
  getDataExport,
  insertAuthentication,
  listOutbox,
  logOut,
  openDataExport,
  openExperienceAccount,
  parseWireId,
  queryLogin,
  requestDataExport,
  sendProofCode,
  submitBorrow,
  verifyMe,
  type Client,
  type DataExport,
  type Uuid,
} from '@candor/wire';
import { unzip } from '../src/kit/zip.test-support.ts';
import { until } from '../src/kit/until.test-support.ts';
import { readHeldTables } from '../src/own-data/held-tables.ts';
import {
  deleteOldExports,
  forgetClosed,
  insertExport,
  insertPart,
  markReady,
  runAccountClose,
  takeWaitingExport,
} from '../src/own-data/store.ts';
import { runAsOwner } from './support/database.ts';
import { jpegPhoto } from './support/picture-files.ts';
import { crowdOf } from './support/long-run.ts';
import { enrol, got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts'; // oxfmt-ignore

const dataDirectory = mkdtempSync(join(tmpdir(), 'candor-own-data-'));
let app: RunningApp;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'], settings: { DATA_DIRECTORY: dataDirectory } });
});
after(async () => {
  await app.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const newId = () => randomUUID() as Uuid;
const idOf = ({ user }: Person) => parseWireId('account', user.account_id)!;

async function messageCode({ client, email }: Person): Promise<string> {
  got(await client.call(sendProofCode, {}));
  const { messages } = got(await client.call(listOutbox, { recipient: email }));
  return messages.find(({ kind }) => kind === 'prove-code')!.code!;
}

async function made({ client }: Person): Promise<DataExport> {
  got(await client.call(requestDataExport, {}));
  return readyOf(client);
}

async function readyOf(client: Client): Promise<DataExport> {
  let found: DataExport | null = null;
  await until(
    'the copy is ready',
    async () => {
      found = got(await client.call(getDataExport, {})).latest;
      return found !== null && found.ready_at !== null;
    },
    60_000,
  );
  return found!;
}

async function linkOf(person: Person, { export_id }: DataExport): Promise<string> {
  const proof = { user_password: person.password, code: await messageCode(person) };
  return got(await person.client.call(openDataExport, { ...proof, export_id })).path;
}

const load = (path: string, { client }: Pick<Person, 'client'>): Promise<Response> =>
  fetch(app.url + path, { headers: { cookie: client.cookies() } });

async function archiveOf(person: Person): Promise<Map<string, Buffer>> {
  const response = await load(await linkOf(person, await made(person)), person);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('content-disposition')!, /^attachment; filename="candor-\d{4}-\d\d-\d\d\.zip"$/);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

async function handIn(person: Person): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await jpegPhoto())]), 'picture.jpg');
  const headers = { cookie: person.client.cookies() };
  const response = await fetch(`${app.url}/api/photo/upload`, { method: 'POST', body: form, headers });
  const { data } = (await response.json()) as { data: { path: string } };
  const document = { country: 'CH', document_kind: 'passport', document_number: 'X1234567', name: 'Ann Weber', birth_date: '1990-04-01' } as const; // oxfmt-ignore
  got(await person.client.call(insertAuthentication, { account_id: person.user.account_id, ...document, front: data.path })); // oxfmt-ignore
}

test('the copy has every row of every table that names the account, what was handed in too, and no secret', async () => {
  const ann = await app.person('500');
  const bea = await app.person('700');
  await handIn(ann);
  await app.pool.query(`insert into favourites (account_id, coins) values ($1, '{BTC}')`, [idOf(ann)]);
  await app.pool.query(`update accounts set mail_phrase = '=cmd|x' where account_id = $1`, [idOf(ann)]);
  const files = await archiveOf(ann);

  const tables = await readHeldTables(app.pool);
  assert.ok(tables.length > 25, `${tables.length} tables`);
  for (const { name, columns } of tables) {
    const rows = JSON.parse(files.get(`account/${name.replaceAll('_', '-')}.json`)!.toString()) as Record<string, unknown>[]; // oxfmt-ignore
    const csv = files.get(`account/${name.replaceAll('_', '-')}.csv`)!.toString();
    const counted = await app.pool.query(`select from ${name} where account_id = $1`, [idOf(ann)]);
    // What happens while it is made and downloaded is in the next one.
    const isMoving = /^(?:account_events|data_exports|day_calls|notifications|notification_deliveries|sessions)$/.test(
      name,
    );
    if (!isMoving) assert.equal(rows.length, counted.rowCount, name);
    assert.equal(csv.slice(1).split('\r\n')[0], columns.map((column) => column.name).join(','));
    for (const row of rows) assert.equal(row['account_id'], idOf(ann), name);
  }
  const moves = JSON.parse(files.get('account/ledger-moves.json')!.toString()) as { amount: string; kind: string }[];
  assert.deepEqual(moves.map(({ amount, kind }) => [kind, amount]), [['test-money', '500.000000000000000000']]); // oxfmt-ignore
  assert.match(files.get('account/accounts.csv')!.toString(), /,'=cmd\|x/, 'a formula is marked as text');

  const documents = JSON.parse(files.get('account/documents/documents.json')!.toString()) as {
    document_number: string;
  }[];
  assert.equal(documents[0]!.document_number, 'X1234567');
  const picture = [...files].find(([name]) => /^account\/documents\/pic_\w+\.jpg$/.test(name));
  assert.equal(picture![1].readUInt16BE(), 0xffd8);
  assert.match(files.get('README.txt')!.toString(), /all that we hold about you/);

  const whole = [...files.values()].map((file) => file.toString('latin1')).join('\n');
  const { rows: secrets } = await app.pool.query<{ secret: string }>(
    `select argon2 as secret from credentials union all select encode(token_hash, 'hex') from sessions
     union all select code_digest from codes`,
  );
  for (const { secret } of secrets) assert.ok(!whole.includes(secret));
  assert.ok(!whole.includes(bea.email) && !whole.includes(idOf(bea)), 'nothing of somebody else');
  const { rows: sealed } = await app.pool.query<{ sealed: Buffer }>('select sealed from data_export_parts');
  for (const part of sealed) assert.ok(!part.sealed.includes('account/accounts') && part.sealed.readUInt32LE() !== 0x04034b50); // oxfmt-ignore
});

test('it opens for the owner’s session that proved it, and for nobody else', async () => {
  const [owner, thief] = [await app.person(), await app.person()];
  const ready = await made(owner);
  const { client } = owner;
  const asked = { export_id: ready.export_id, user_password: owner.password };
  assert.equal(refusalOf(await client.call(openDataExport, { ...asked, code: '000000' })), 'code-invalid', 'the cookie and the password'); // oxfmt-ignore
  assert.equal(refusalOf(await client.call(openDataExport, { ...asked, user_password: 'guessed', code: '000000' })), 'password-wrong', 'the cookie'); // oxfmt-ignore
  assert.equal(refusalOf(await thief.client.call(openDataExport, { ...asked, user_password: thief.password, code: '000000' })), 'export-gone'); // oxfmt-ignore
  const path = await linkOf(owner, ready);
  const again = createClient({ baseUrl: app.url, keepsCookies: true });
  got(await again.call(queryLogin, { user_name: owner.email, user_password: owner.password }));
  const codes = async (response: Response) => ((await response.json()) as { code: string }).code;
  assert.equal(await codes(await load(path, thief)), 'export-gone');
  assert.equal(await codes(await load(path, { client: again })), 'export-gone', 'another session of the same person');
  assert.equal(await codes(await fetch(app.url + path)), 'login-required');
  const [, expiry, signature] = /key=(\d+)\.(.+)$/.exec(path)!;
  const later = `/api/data/export/file?key=${Number(expiry) + 600_000}.${signature}`;
  assert.equal(await codes(await load(later, owner)), 'export-gone', 'a link made longer');
  assert.equal((await load(path, owner)).status, 200);
  const { messages } = got(await client.call(listOutbox, { recipient: owner.email }));
  assert.ok(messages.some(({ kind }) => kind === 'data-export-ready'));
  await until('its owner is told', async () => {
    const told = got(await client.call(listOutbox, { recipient: owner.email })).messages;
    return told.some(({ kind, text }) => kind === 'data-downloaded' && text.includes('/#/not-me?token='));
  });

  await app.pool.query(`update data_exports set delete_after = now() - interval '1 second' where account_id = $1`, [idOf(owner)]); // oxfmt-ignore
  await deleteOldExports(app.pool, Date.now());
  assert.equal(await codes(await load(path, owner)), 'export-gone', 'after its days');
  assert.equal((await app.pool.query('select from data_export_parts where export_id = $1', [parseWireId('dataExport', ready.export_id)])).rowCount, 0); // oxfmt-ignore
});

test('one is made at a time and one a day, and what was cut off is made anew', async () => {
  const person = await app.person();
  const { client } = person;
  const asked = await Promise.all(Array.from({ length: 8 }, () => client.call(requestDataExport, {})));
  for (const outcome of asked) assert.ok(outcome.ok || outcome.code === 'export-too-soon');
  await readyOf(client);
  assert.equal(refusalOf(await client.call(requestDataExport, {})), 'export-too-soon');
  const { rows } = await app.pool.query('select from data_exports where account_id = $1', [idOf(person)]);
  assert.equal(rows.length, 1);

  const cut = await app.person();
  const exportId = '01900000-0000-7000-8000-00000000abcd';
  await app.pool.query(
    `insert into data_exports (export_id, account_id, requested_at, begun_at) values ($1, $2, now() - interval '1 hour', now() - interval '1 hour')`,
    [exportId, idOf(cut)],
  );
  await app.pool.query(`insert into data_export_parts values ($1, 0, 'half', 'a half part')`, [exportId]);
  // Whoever asks next wakes the job for all.
  await made(await app.person());
  const response = await load(await linkOf(cut, await readyOf(cut.client)), cut);
  assert.ok(unzip(Buffer.from(await response.arrayBuffer())).has('account/accounts.json'));
});

async function close(
  person: Person,
  proof: Partial<Record<'user_password' | 'code' | 'message_code', string>> = {},
): Promise<string> {
  // oxfmt-ignore
  const code = proof.code ?? (await messageCode(person));
  const outcome = await person.client.call(closeAccount, { user_password: person.password, ...proof, code });
  return outcome.ok ? 'closed' : outcome.code;
}

test('an account is closed with nothing in it and by its owner alone; nobody gets in any more, and its address is free', async () => {
  const rich = await app.person('10');
  assert.equal(await close(rich), 'balances-left');
  const poor = await app.person();
  assert.equal(await close(poor, { code: '000000' }), 'code-invalid', 'the cookie and the password');
  assert.equal(await close(poor, { user_password: 'guessed', code: '000000' }), 'password-wrong', 'the cookie');
  got(await poor.client.call(logOut, {}));
  const { client, email, password } = poor;
  const [user] = got(await client.call(queryLogin, { user_name: email, user_password: password })).RESULT_LIST;
  assert.equal(await close({ ...poor, user: user! }), 'closed');
  assert.equal(refusalOf(await client.call(getDataExport, {})), 'login-required', 'its sessions are over');
  for (const name of [email, user!.user_number])
    assert.equal(
      refusalOf(await client.call(queryLogin, { user_name: name, user_password: password })),
      'login-failed',
    );
  const { rows } = await app.pool.query<{ email: string; kept: boolean }>(
    `select email, keep_until > now() + interval '1825 days' as kept from closed_accounts where account_id = $1`,
    [idOf(poor)],
  );
  assert.deepEqual(rows, [{ email, kept: true }], 'what the law has kept');
  await assert.rejects(app.pool.query('delete from closed_accounts'), /permission denied/);
  await assert.rejects(app.pool.query('update closed_accounts set email = null'), /permission denied/);
  await assert.rejects(
    runAsOwner(app, 'update closed_accounts set email = null, phone = null'),
    /when its time is over/,
  );
  // As a minute later.
  await app.pool.query('delete from throttles');
  await app.pool.query('delete from codes');
  const again = await enrol(app.url, { name: email.split('@')[0]! });
  assert.notEqual(again.user.account_id, poor.user.account_id);
  await app.audit();
});

test('who asked to borrow closes nothing, though the balances are empty', async () => {
  const person = await app.person();
  const { client, user } = person;
  got(await client.call(verifyMe, {}));
  const asked = { account_id: user.account_id, number: '100', month: 3, language: 'en' };
  const { sha256, cope, total_amount } = got(await client.call(getBorrowAgreement, asked));
  got(await client.call(submitBorrow, { ...asked, cope, total_amount, agreement_sha256: sha256 }));
  assert.equal(await close(person), 'balances-left');
});

test('of many closings at the same time one is right, and the experience account ends with its owner’s', async () => {
  const person = await app.person();
  const other = createClient({ baseUrl: app.url, keepsCookies: true });
  got(await other.call(queryLogin, { user_name: person.email, user_password: person.password }));
  const experience = got(await other.call(openExperienceAccount, { user_password: 'only to play with' }));
  assert.equal(refusalOf(await other.call(closeAccount, { user_password: 'only to play with', code: '0' })), 'experience-only'); // oxfmt-ignore
  const code = await messageCode(person);
  const answers = await Promise.all(Array.from({ length: crowdOf(20) }, () => close(person, { code })));
  assert.equal(answers.filter((answer) => answer === 'closed').length, 1, String(answers));
  const [name, user_password] = [experience.user_number, 'only to play with'];
  assert.equal(refusalOf(await other.call(queryLogin, { user_name: name, user_password })), 'login-failed');
  await app.audit();
});

test('an experience account that is being opened while its owner’s is closed ends with it', async () => {
  const ownerId = idOf(await app.person());
  const experience = newId();
  const opening = await app.pool.connect();
  try {
    await opening.query('begin');
    await opening.query(
      `insert into accounts (account_id, number, account_type, language, invite_code, experience_of, created_at)
       values ($1, '98765432', '0', 'en', 'RACE', $2, now())`,
      [experience, ownerId],
    );
    const closing = runAccountClose(app.pool, { accountId: ownerId, keepUntil: Date.now() + 1e9 });
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until('it waits', async () => (await app.consolePool.query(isWaiting)).rowCount !== 0);
    await opening.query('commit');
    assert.equal(await closing, '');
  } finally {
    opening.release();
  }
  const open = await app.pool.query('select from accounts where account_id = any ($1) and closed_at is null', [[ownerId, experience]]); // oxfmt-ignore
  assert.equal(open.rowCount, 0);
});

test('who takes a break from trading opens no new account around it by closing this one', async () => {
  const person = await app.person();
  const pause = { kind: 'time-out', ends_at: new Date(Date.now() + 8 * 86_400_000).toISOString() };
  await runAsOwner(
    app,
    `insert into personal_limits (account_id, pause_kind, pause_ends_at, at_risk, counted_at, lost_day, lost_week, lost_month)
     values ($1, $2, $3, 0, now(), 0, 0, 0)`,
    [idOf(person), pause.kind, pause.ends_at],
  );
  assert.equal(await close(person), 'closed');
  const { rows } = await app.pool.query('select email from accounts where account_id = $1', [idOf(person)]);
  assert.deepEqual(rows, [{ email: person.email }], 'it stays occupied');
  await forgetClosed(app.pool);
  const kept = await app.pool.query('select email from accounts where account_id = $1', [idOf(person)]);
  assert.deepEqual(kept.rows, [{ email: person.email }]);
  await runAsOwner(app, 'alter table personal_limits disable trigger personal_limits_guard');
  await runAsOwner(app, `update personal_limits set pause_ends_at = now() - interval '1 s' where account_id = $1`, [idOf(person)]); // oxfmt-ignore
  await forgetClosed(app.pool);
  const freed = await app.pool.query('select email from accounts where account_id = $1', [idOf(person)]);
  assert.deepEqual(freed.rows, [{ email: null }]);
});

test('of two processes that make one copy the later one goes on alone, and while parts come nobody else begins it', async () => {
  const person = await app.person();
  const exportId = newId();
  const [startMs, tenMinutes] = [Date.now() + 1_000_000, 600_000];
  await insertExport(app.pool, { exportId, accountId: idOf(person), at: 0 });
  await app.pool.query('update data_exports set begun_at = to_timestamp($2 / 1000.0) where export_id = $1', [
    exportId,
    startMs,
  ]);
  const part = (begunAt: number, place: number, at: number) =>
    insertPart(app.pool, { exportId, begunAt }, { place, sealed: { keyId: 'test', bytes: Buffer.from('x') }, at });
  const take = async (now: number) =>
    (await takeWaitingExport(app.pool, { now, begunBefore: now - tenMinutes })).map(({ begunAt }) => begunAt);
  assert.equal(await part(startMs, 0, startMs + 500_000), true);
  assert.deepEqual(await take(startMs + 700_000), [], 'its last part is younger than ten minutes');
  assert.deepEqual(await take(startMs + 1_200_000), [startMs + 1_200_000]);
  assert.equal(await part(startMs + 500_000, 1, startMs + 1_200_001), false);
  const made = { bytes: 1, parts: 1, at: startMs, deleteAfter: startMs };
  assert.equal(await markReady(app.pool, { exportId, begunAt: startMs + 500_000 }, made), false);
  assert.equal(await markReady(app.pool, { exportId, begunAt: startMs + 1_200_000 }, made), true);
});
