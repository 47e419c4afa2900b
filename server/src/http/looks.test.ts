// What of customers goes to an operator goes out behind the row that says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineEndpoint, type Uuid } from '@candor/wire';
import { z } from 'zod';
import { appendAudit, type Look, type NoteLook } from '../kit/audit-log.ts';
import type { OperatorSession } from '../kit/feature.ts';
import type { Database } from '../kit/postgres.ts';
import { openTestDoor } from './http.test-support.ts';
import { cookieName } from './session-cookie.ts';

const showPayer = defineEndpoint({
  method: 'GET',
  path: '/api/toy/payer',
  summary: 'Who paid.',
  who: { operator: ['treasurer'] },
  looksAt: 'payer-viewed',
  payload: z.strictObject({ use: z.string().default('open') }),
  reply: z.object({ payer: z.string() }),
  refusals: ['not-found'],
});
const session: OperatorSession = {
  sessionId: '00000001-0000-7000-8000-000000000000' as Uuid,
  operatorId: '00000001-0000-7000-8000-000000000000' as Uuid,
  name: 'mia',
  roles: ['treasurer'],
  steppedUpUntil: 0,
  endsAt: Number.MAX_SAFE_INTEGER,
  isDemo: false,
};
const noted: Look[] = [];
const keep: NoteLook = async (look) => void noted.push(look);

async function ask(options: { noteLook?: NoteLook; handle?: () => unknown }) {
  noted.length = 0;
  const sessions = { find: async () => session, known: () => session };
  const door = await openTestDoor({ calls: [showPayer], sessions, door: 'console', noteLook: keep, handle: () => ({ payer: 'Ann Lee' }), ...options }); // oxfmt-ignore
  const headers = { host: 'localhost', cookie: `${cookieName('console')}=token-of-an-operator` };
  const { statusCode: status, body } = await door.app.inject({ method: 'GET', url: showPayer.path, headers });
  await door.close();
  return { status, body };
}

test('whoever is shown it is noted with the call, how it was asked, and what it answers', async () => {
  const { status, body } = await ask({});
  assert.deepEqual([status, noted.length], [200, 1]);
  assert.match(body, /Ann Lee/);
  assert.deepEqual(noted, [{ operator: session, call: showPayer, payload: { use: 'open' }, data: { payer: 'Ann Lee' } }]); // oxfmt-ignore
});

test('nothing is shown where it can not be noted', async () => {
  const { status, body } = await ask({ noteLook: () => Promise.reject(new Error('the log is away')) });
  assert.equal(status, 500);
  assert.doesNotMatch(body, /Ann Lee/);
});

test('a row that its handler left says more, and is the only one', async () => {
  const rows: unknown[] = [];
  const database = { query: async (_sql: string, row: unknown) => void rows.push(row) } as unknown as Database;
  const { status } = await ask({
    handle: async () => {
      await appendAudit(database, { operator: 'mia', act: 'payer-approved' });
      return { payer: 'Ann Lee' };
    },
  });
  assert.deepEqual([status, rows.length, noted.length], [200, 1, 0]);
});

test('a refusal shows nothing and leaves no row', async () => {
  const { status } = await ask({ handle: () => Promise.reject(new Error('it broke')) });
  assert.deepEqual([status, noted.length], [500, 0]);
});

test('a door of such calls does not open without somebody who notes', async () => {
  await assert.rejects(openTestDoor({ calls: [showPayer] }), /nothing notes who looked/);
});
