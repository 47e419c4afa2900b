// Which refusals of the console are noted, and whom they name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineEndpoint, type Uuid } from '@candor/wire';
import { z } from 'zod';
import type { RefusedCall } from '../kit/audit-log.ts';
import type { OperatorSession } from '../kit/feature.ts';
import { ann, cookieOf, openTestDoor, type TestDoorOptions } from './http.test-support.ts';
import { defaultLimits } from './rate-limits.ts';
import { cookieName } from './session-cookie.ts';

const mia: OperatorSession = {
  sessionId: '00000001-0000-7000-8000-000000000000' as Uuid,
  operatorId: '00000001-0000-7000-8000-000000000000' as Uuid,
  name: 'mia',
  roles: ['support'],
  steppedUpUntil: 0,
  endsAt: Number.MAX_SAFE_INTEGER,
  isDemo: false,
};
const base = { method: 'POST', summary: 'Does it.', payload: z.strictObject({}), reply: z.object({}), refusals: [] } as const; // oxfmt-ignore
const ofTreasurer = defineEndpoint({ ...base, path: '/api/toy/pay', who: { operator: ['treasurer'] } });
const ofSupport = defineEndpoint({ ...base, path: '/api/toy/answer', who: { operator: ['support'] }, needsStepUp: true }); // oxfmt-ignore
const ofAnn = defineEndpoint({ ...base, path: '/api/toy/own', who: 'self' });
const whoAmI = defineEndpoint({ ...base, method: 'GET', path: '/api/operators/me', who: { operator: ['support'] } });

const signedIn = { cookie: `${cookieName('console')}=token-of-operator-mia` };

async function ask(path: string, headers: Record<string, string>, options: Partial<TestDoorOptions> = {}) {
  const noted: RefusedCall[] = [];
  const sessions = {
    find: async (token: string) => (token === 'token-of-operator-mia' ? mia : undefined),
    known: () => undefined,
  };
  const door = await openTestDoor({
    calls: [ofTreasurer, ofSupport, whoAmI],
    sessions,
    door: 'console',
    noteRefusedCall: (refused) => void noted.push(refused),
    ...options,
  });
  const method = path === whoAmI.path ? 'GET' : 'POST';
  const { statusCode } = await door.app.inject({ method, url: path, headers: { host: 'localhost', 'content-type': 'application/json', ...headers }, ...(method === 'POST' && { payload: '{}' }) }); // oxfmt-ignore
  await door.close();
  return { status: statusCode, noted: noted.map(({ operator, code, path: at, ip }) => [operator?.name, code, at, ip]) };
}

test('a call of another role is noted with the operator', async () => {
  assert.deepEqual(await ask(ofTreasurer.path, signedIn), { status: 403, noted: [['mia', 'role-missing', ofTreasurer.path, '127.0.0.1']] }); // oxfmt-ignore
});

test('so is one without the second factor', async () => {
  assert.deepEqual((await ask(ofSupport.path, signedIn)).noted, [['mia', 'step-up-required', ofSupport.path, '127.0.0.1']]); // oxfmt-ignore
});

test('so is one of nobody, and one whose session is none', async () => {
  const nobody = [[undefined, 'login-required', ofTreasurer.path, '127.0.0.1']];
  assert.deepEqual((await ask(ofTreasurer.path, {})).noted, nobody);
  const forged = { cookie: `${cookieName('console')}=token-of-nobody-at-all` };
  assert.deepEqual((await ask(ofTreasurer.path, forged)).noted, nobody);
  assert.equal((await ask(whoAmI.path, forged)).noted.length, 1);
});

test('what the sign-in page asks when it opens is not', async () => {
  assert.deepEqual(await ask(whoAmI.path, {}), { status: 401, noted: [] });
});

test('a foreign network, another name and another site are, with the operator whose cookie came along', async () => {
  const elsewhere = await ask(ofSupport.path, signedIn, { isAddressAllowed: () => false });
  assert.deepEqual(elsewhere.noted, [['mia', 'network-refused', ofSupport.path, '127.0.0.1']]);
  const named = await ask(ofSupport.path, { ...signedIn, host: 'console.evil.example' });
  assert.deepEqual(named.noted, [['mia', 'unknown-host', ofSupport.path, '127.0.0.1']]);
  const site = await ask(ofSupport.path, { ...signedIn, 'sec-fetch-site': 'cross-site' });
  assert.deepEqual(site.noted, [['mia', 'foreign-origin', ofSupport.path, '127.0.0.1']]);
});

test('no other refusal is, and none at a door that was given nothing to note by', async () => {
  const malformed = await ask(ofSupport.path, signedIn, { sessions: { find: async () => ({ ...mia, steppedUpUntil: Number.MAX_SAFE_INTEGER }), known: () => undefined }, handle: () => Promise.reject(new Error('it broke')) }); // oxfmt-ignore
  assert.deepEqual(malformed, { status: 500, noted: [] });
  assert.equal((await ask(ofTreasurer.path, signedIn, { noteRefusedCall: undefined as never })).status, 403);
});

test('what no page of ours asks, and what is asked too often, leaves a line of the log without what was sent', async () => {
  const lines: unknown[] = [];
  const writeWarning = (message: string, fields = {}): void => void lines.push([message, fields]);
  const limits = { ...defaultLimits, account: { perSecond: 0.01, burst: 2 } };
  const door = await openTestDoor({ calls: [ofAnn], writeWarning, limits, clock: { now: () => 0 } });
  const send = (payload: object, headers: Record<string, string>) =>
    door.app.inject({ method: 'POST', url: ofAnn.path, headers: { host: 'localhost', ...headers }, payload });
  await send({}, {});
  for (const payload of [{ secret: 'a password' }, {}, {}]) await send(payload, { cookie: cookieOf(ann) });
  await door.close();
  const line = (code: string, who: object) => [
    'security: refused',
    { code, path: ofAnn.path, ip: '127.0.0.1', ...who },
  ];
  const { sessionId: session } = ann;
  assert.deepEqual(lines.slice(0, 3), [
    line('login-required', {}),
    line('malformed', { session }),
    line('too-many-requests', { session }),
  ]);
});
