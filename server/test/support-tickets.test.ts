// Requests to support through HTTP on a real server: asked, claimed, answered, closed and rated; and whoever asks too much, or for others.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  answerSupportTicket,
  claimSupportTicket,
  closeSupportCase,
  closeSupportTicket,
  getSupportCase,
  getSupportTicket,
  listOutbox,
  listQueues,
  listSupportTickets,
  openSupportTicket,
  parseWireId,
  querySupportTickets,
  rateSupportTicket,
  releaseSupportTicket,
  sendProofCode,
  supportClaimMs,
  supportLimits,
  wireId,
  writeSupportMessage,
  type SupportConversation,
  type Uuid,
} from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { readHeldTables } from '../src/own-data/held-tables.ts';
import { runAccountClose } from '../src/own-data/store.ts';
import type { OperatorSession } from '../src/kit/feature.ts';
import { answer, claim, release, type Conversation, type ConversationParts } from '../src/support/conversation.ts';
import { forgetClosed } from '../src/support/store.ts';
import { hearRoom } from './support/hear-room.ts';
import { operatorWith, type TestOperator } from './support/operators.ts';
import { runAsOwner } from './support/database.ts';
import { jpegPhoto } from './support/picture-files.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'candor-support-'));
let app: RunningApp;
let ida: TestOperator;
let olga: TestOperator;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'], settings: { DATA_DIRECTORY: dataDirectory } });
  ida = await operatorWith(app, 'ida', 'support');
  olga = await operatorWith(app, 'olga', 'support');
});
after(async () => {
  await app.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const asked = { subject: 'Where is my money?', message: 'It has not arrived.' };
const open = async ({ client }: Person, more: object = {}): Promise<SupportConversation> =>
  got(await client.call(openSupportTicket, { ...asked, ...more }, { idempotencyKey: newKey() }));
const newKey = (): Uuid => randomUUID() as Uuid;
const idOf = ({ user }: Person): Uuid => parseWireId('account', user.account_id)!;

async function upload({ client }: Person, seed: number): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await jpegPhoto({ seed }))]), 'picture.jpg');
  const headers = { cookie: client.cookies() };
  const response = await fetch(`${app.url}/api/photo/upload`, { method: 'POST', body: form, headers });
  return ((await response.json()) as { data: { path: string } }).data.path;
}

const load = (path: string, { client }: Pick<Person, 'client'>): Promise<Response> =>
  fetch(app.url + path, { headers: { cookie: client.cookies() } });

test('from the customer to an operator and back, with pictures, told live and by mail, closed and rated', async () => {
  const ann = await app.person('100');
  const heard = await hearRoom(app.url, ann.client);
  const { rows: moves } = await app.pool.query<{ id: Uuid }>('select entry_id as id from ledger_moves where account_id = $1 limit 1', [idOf(ann)]); // oxfmt-ignore
  const pictures = [await upload(ann, 1), await upload(ann, 2)];
  const about = wireId('entry', moves[0]!.id);
  const ticket = await open(ann, { about, pictures, language: 'de-CH', message: ' line one\r\nline \u202etwo ' });
  assert.deepEqual([ticket.state, ticket.about, ticket.can_rate], ['open', about, false]);
  assert.equal(ticket.messages[0]!.body, 'line one\nline two');
  const picture = await load(ticket.messages[0]!.pictures[1]!, ann);
  assert.equal(picture.headers.get('content-type'), 'image/jpeg');
  assert.equal(picture.headers.get('cache-control'), 'no-store');

  const id = { ticket_id: ticket.ticket_id };
  const waiting = async () =>
    got(await ida.client.call(listQueues, {})).queues.find(({ name }) => name === 'support')!.waiting;
  assert.equal(await waiting(), 1);
  const answer = { ...id, message: 'It is on its way.' };
  assert.equal(
    refusalOf(await ida.client.call(answerSupportTicket, answer, { idempotencyKey: newKey() })),
    'claim-first',
  );
  assert.equal(got(await ida.client.call(claimSupportTicket, id)).claimed_by, 'ida');
  assert.equal(refusalOf(await olga.client.call(claimSupportTicket, id)), 'claimed-by-other');
  const idempotencyKey = newKey();
  const answers = await Promise.all(
    [1, 2, 3].map(() => ida.client.call(answerSupportTicket, answer, { idempotencyKey })),
  );
  assert.deepEqual(answers.map((each) => got(each).messages.length), [2, 2, 2]); // oxfmt-ignore
  assert.deepEqual(
    [await waiting(), got(await ida.client.call(listSupportTickets, { language: 'de-CH' })).TOTAL],
    [0, 1],
  );
  const shown = got(await ann.client.call(getSupportTicket, id));
  assert.deepEqual(shown.messages.map(({ is_ours: isOurs }) => isOurs), [false, true]); // oxfmt-ignore
  assert.ok(!JSON.stringify(shown).includes('ida'), 'customers are not told who of us it was');
  await until('the customer hears of it', () => Promise.resolve(heard.events.some(({ action, notify }) => action === 'support' && notify.state === 'answered'))); // oxfmt-ignore
  await until('it is mailed', async () => {
    const { messages } = got(await ann.client.call(listOutbox, { recipient: ann.email }));
    return messages.some(({ kind }) => kind === 'support-answered');
  });

  got(await ann.client.call(writeSupportMessage, { ...id, message: 'Thank you.' }, { idempotencyKey: newKey() }));
  assert.equal(await waiting(), 1);
  const seen = got(await ida.client.call(getSupportCase, id));
  assert.deepEqual(seen.messages.map(({ by }) => by), [null, 'ida', null]); // oxfmt-ignore
  assert.ok(seen.first_answer_seconds !== null && seen.closed_seconds === null);
  // Her page asks again every few seconds: whoever only looks is in the log once.
  for (let poll = 0; poll < 3; poll++) got(await olga.client.call(getSupportCase, id));
  const { rows: looks } = await app.pool.query(`select act, subject from audit_log where operator = 'olga' and act like 'support%'`); // oxfmt-ignore
  assert.deepEqual(looks, [{ act: 'support-viewed', subject: ann.user.account_id }]);
  assert.equal(refusalOf(await ann.client.call(rateSupportTicket, { ...id, rating: 5 })), 'not-found');
  assert.ok(got(await ida.client.call(closeSupportCase, id)).closed_seconds !== null);
  assert.equal(got(await ann.client.call(rateSupportTicket, { ...id, rating: 5 })).rating, 5);
  const late = await ann.client.call(writeSupportMessage, { ...id, message: 'And?' }, { idempotencyKey: newKey() });
  assert.equal(refusalOf(late), 'support-closed');
  heard.close();
  await app.audit();
});

test('nobody keeps a request from the others: a claim comes once in a while, answers make it last, an administrator gives it back', async () => {
  const [fay, anna] = [await app.person(), await operatorWith(app, 'anna', 'administrator')];
  const id = { ticket_id: (await open(fay)).ticket_id };
  got(await ida.client.call(claimSupportTicket, id));
  assert.equal(refusalOf(await ida.client.call(claimSupportTicket, id)), 'claimed-lately');
  const soonOver = () => runAsOwner(app, `update support_tickets set claimed_until = now() + interval '1 minute' where ticket_id = '${parseWireId('supportTicket', id.ticket_id)}'`); // oxfmt-ignore
  await assert.rejects(soonOver(), /may not claim it now/);
  for (const message of ['One moment.', 'Here it is.'])
    got(await ida.client.call(answerSupportTicket, { ...id, message }, { idempotencyKey: newKey() }));
  assert.equal(refusalOf(await olga.client.call(releaseSupportTicket, id)), 'claimed-by-other');
  assert.equal(refusalOf(await anna.client.call(claimSupportTicket, id)), 'role-missing');
  assert.equal(got(await anna.client.call(releaseSupportTicket, id)).claimed_by, null);
  assert.equal(refusalOf(await ida.client.call(claimSupportTicket, id)), 'claimed-lately');
  const answer = { ...id, message: 'And?' };
  assert.equal(
    refusalOf(await ida.client.call(answerSupportTicket, answer, { idempotencyKey: newKey() })),
    'claim-first',
  );
  assert.equal(got(await olga.client.call(claimSupportTicket, id)).claimed_by, 'olga');
  assert.equal(got(await olga.client.call(releaseSupportTicket, id)).claimed_by, null);
  const { rows } = await app.pool.query<{ operator: string }>(`select operator from audit_log where act = 'support-released' order by seq`); // oxfmt-ignore
  assert.deepEqual(rows.map(({ operator }) => operator), ['anna', 'olga']); // oxfmt-ignore
  got(await fay.client.call(closeSupportTicket, id));
});

test('a claim is as long as the database says, though the clock of the process goes minutes before or after', async () => {
  const gus = await app.person();
  const { rows } = await app.pool.query<OperatorSession>(`select operator_id as "operatorId", name from operators where name = 'ida'`); // oxfmt-ignore
  const operator = { ...rows[0]!, roles: ['support'] } as OperatorSession;
  for (const [message, ms] of [
    ['ahead', 300_000],
    ['behind', -300_000],
  ] as const) {
    const { ticket_id: id } = await open(gus);
    const ticketId = parseWireId('supportTicket', id)!;
    const parts = { pool: app.pool, clock: { now: () => Date.now() + ms }, newId: newKey, pictures: { keep: async () => true } } as unknown as ConversationParts; // oxfmt-ignore
    const lasts = ({ ticket }: Conversation) => Math.abs(ticket.claimedUntil! - Date.now() - supportClaimMs) < 30_000;
    assert.ok(lasts(await claim(parts, { ticketId, operator })), message);
    const written = { key: newKey(), digest: Buffer.from(message), message };
    assert.ok(lasts(await answer(parts, { ticketId, operator, ...written })), message);
    got(await gus.client.call(writeSupportMessage, { ticket_id: id, message: 'Thanks' }, { idempotencyKey: newKey() }));
    await release(parts, { ticketId, operator });
    await assert.rejects(claim(parts, { ticketId, operator }), /claimed-lately/);
  }
});

test('asked twice with one key, also at once, it is asked once; another request needs another key', async () => {
  const ben = await app.person();
  const idempotencyKey = newKey();
  const tries = await Promise.all(
    [1, 2, 3, 4].map(() => ben.client.call(openSupportTicket, asked, { idempotencyKey })),
  );
  assert.equal(new Set(tries.map((each) => got(each).ticket_id)).size, 1);
  const other = await ben.client.call(openSupportTicket, { ...asked, subject: 'Other' }, { idempotencyKey });
  assert.equal(refusalOf(other), 'key-reused');
  assert.equal(got(await ben.client.call(querySupportTickets, {})).TOTAL, 1);
  const id = got(tries[0]!).ticket_id;
  const key = newKey();
  const writes = await Promise.all(
    [1, 2, 3].map(() =>
      ben.client.call(writeSupportMessage, { ticket_id: id, message: 'More' }, { idempotencyKey: key }),
    ),
  );
  assert.deepEqual(writes.map((each) => got(each).messages.length), [2, 2, 2]); // oxfmt-ignore
});

test('nobody reads, writes to, closes, rates or shows pictures of what somebody else has asked', async () => {
  const [cat, dan] = [await app.person('50'), await app.person('50')];
  const path = await upload(cat, 3);
  const { ticket_id: id, messages } = await open(cat, { pictures: [path] });
  const asDan = dan.client;
  assert.equal(refusalOf(await asDan.call(getSupportTicket, { ticket_id: id })), 'not-found');
  assert.equal(refusalOf(await asDan.call(writeSupportMessage, { ticket_id: id, message: 'x' }, { idempotencyKey: newKey() })), 'not-found'); // oxfmt-ignore
  assert.equal(refusalOf(await asDan.call(closeSupportTicket, { ticket_id: id })), 'not-found');
  assert.equal(refusalOf(await asDan.call(rateSupportTicket, { ticket_id: id, rating: 1 })), 'not-found');
  assert.equal((await load(messages[0]!.pictures[0]!, dan)).status, 404);
  const { ticket_id: own } = await open(dan);
  const swapped = messages[0]!.pictures[0]!.replace(id, own);
  assert.equal((await load(swapped, dan)).status, 404, 'a picture of another request by way of one’s own');
  // With another's order or picture an operator could be led to act on what is not the customer's.
  const foreign = await app.pool.query<{ id: Uuid }>('select entry_id as id from ledger_moves where account_id = $1 limit 1', [idOf(cat)]); // oxfmt-ignore
  const attempts = [
    [{ about: wireId('entry', foreign.rows[0]!.id) }, 'not-found'],
    [{ about: 'the order of my brother' }, 'not-found'],
    [{ pictures: [path] }, 'picture-missing'],
    [{ subject: ' \t ' }, 'malformed'],
    [{ message: '\n\u202e' }, 'malformed'],
    [{ pictures: ['/photo/a', '/photo/b', '/photo/c', '/photo/d'] }, 'malformed'],
    [{ message: 'x'.repeat(supportLimits.messageLength + 1) }, 'malformed'],
  ] as const;
  for (const [wrong, code] of attempts)
    assert.equal(refusalOf(await asDan.call(openSupportTicket, { ...asked, ...wrong } as typeof asked, { idempotencyKey: newKey() })), code, JSON.stringify(wrong).slice(0, 60)); // oxfmt-ignore
  assert.equal(got(await asDan.call(querySupportTickets, {})).TOTAL, 1, 'what was refused left nothing');
});

test('a flood ends at the number of open requests, and at that of messages within a minute, also all at once', async () => {
  const eve = await app.person();
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => eve.client.call(openSupportTicket, asked, { idempotencyKey: newKey() })),
  );
  const refused = tries.filter((each) => !each.ok).map(refusalOf);
  assert.equal(tries.length - refused.length, supportLimits.open);
  assert.deepEqual([...new Set(refused)], ['support-tickets-open']);
  const ticket_id = got(tries.find(({ ok }) => ok)!).ticket_id;
  const writes = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      eve.client.call(writeSupportMessage, { ticket_id, message: `${place}` }, { idempotencyKey: newKey() }),
    ),
  );
  const slowed = writes.filter((each) => !each.ok);
  assert.equal(slowed.length, supportLimits.open + 6 - supportLimits.perMinute);
  assert.deepEqual([...new Set(slowed.map(refusalOf))], ['too-many-requests']);
  got(await eve.client.call(closeSupportTicket, { ticket_id }));
  await app.audit();
});

test('a copy of one’s data has what was written; a closed account has no open request, and is forgotten in time', async () => {
  const fay = await app.person();
  await open(fay);
  const tables = (await readHeldTables(app.pool)).filter(({ name }) => name.startsWith('support_'));
  assert.deepEqual(tables.map(({ name }) => name), ['support_messages', 'support_tickets']); // oxfmt-ignore
  assert.ok(tables[0]!.columns.every(({ name }) => name !== 'request_digest'));
  await assert.rejects(app.pool.query('delete from support_messages'), /permission denied/);
  await assert.rejects(runAsOwner(app, 'delete from support_messages'), /stays as it was written/);
  got(await fay.client.call(sendProofCode, {}));
  assert.equal(await runAccountClose(app.pool, { accountId: idOf(fay), keepUntil: Date.now() + 1_000 }), '');
  const left = async () => {
    const { rows } = await app.pool.query('select state, (select count(*)::int from support_messages m where m.account_id = t.account_id) as messages from support_tickets t where account_id = $1', [idOf(fay)]); // oxfmt-ignore
    return rows;
  };
  await forgetClosed(app.pool);
  assert.deepEqual(await left(), [{ state: 'closed', messages: 1 }], 'the law has it kept for a while');
  await until('its time is over', async () => {
    await forgetClosed(app.pool);
    return (await left()).length === 0;
  });
  await app.audit();
});
