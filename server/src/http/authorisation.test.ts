// The matrix of every call and every kind of caller, made from the table: a new call is in it without a word here.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callName, isEndpoint } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import { callsOf } from '../kit/product.ts';
import { sections } from '../products.ts';
import { payloadSchema } from './docs/call-schemas.ts';
import { ann, ben, cookieOf, openTestDoor } from './http.test-support.ts';

type Door = Awaited<ReturnType<typeof openTestDoor>>;
const calls = callsOf(sections);
let door: Door;
before(async () => (door = await openTestDoor()));
after(() => door.close());

async function send(call: Action | Endpoint, fields: Record<string, unknown>, cookie?: string) {
  const headers = {
    host: 'localhost',
    'content-type': 'application/json',
    ...(cookie === undefined ? {} : { cookie }),
  };
  const before = door.reached.length;
  const request = isEndpoint(call)
    ? {
        method: call.method,
        url: call.path.replace(/:\w+/g, 'x') + (call.method === 'GET' ? `?${queryOf(fields)}` : ''),
        ...(call.method === 'POST' ? { payload: fields } : {}),
      }
    : { method: 'POST' as const, url: '/api/action', payload: { ACTION_NAME: call.name, ACTION_INFO: fields } };
  const response = await door.app.inject({ ...request, headers });
  return {
    status: response.statusCode,
    reply: response.json<{ code?: string; facts?: object }>(),
    reached: door.reached.length > before,
  };
}

/** A list is a field that is there twice. */
const queryOf = (fields: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      (Array.isArray(value) ? [...value, ...value] : value === undefined ? [] : [value]).map(
        (each): [string, string] => [name, typeof each === 'string' ? each : JSON.stringify(each)],
      ),
    ),
  ).toString();

for (const call of calls) {
  describe(callName(call), () => {
    if (call.who === 'anyone') {
      test('asks nobody to log in', async () => {
        assert.notEqual((await send(call, {})).reply.code, 'login-required');
      });
      return;
    }
    test('refuses who is not logged in, whatever the fields', async () => {
      const ids = Object.fromEntries((call.selfIds ?? []).map((field) => [field, ann.accountWireId]));
      for (const fields of [{}, ids, { nonsense: 1 }]) {
        const { status, reply, reached } = await send(call, fields);
        assert.deepEqual(
          { status, code: reply.code, reached },
          { status: 401, code: 'login-required', reached: false },
        );
      }
      assert.equal((await send(call, ids, '__Host-candor=a-token-that-nobody-has')).status, 401);
    });
    for (const field of call.selfIds ?? []) {
      test(`refuses somebody else's ${field}, and one that is empty, missing or no text`, async () => {
        const own = Object.fromEntries((call.selfIds ?? []).map((name) => [name, ann.accountWireId]));
        const foreign = await send(call, { ...own, [field]: ben.accountWireId }, cookieOf(ann));
        assert.deepEqual([foreign.status, foreign.reply.code, foreign.reached], [403, 'not-yours', false]);
        for (const id of [
          '',
          undefined,
          null,
          1,
          [ann.accountWireId],
          { id: ann.accountWireId },
          `${ann.accountWireId} `,
        ]) {
          const { reply, reached } = await send(call, { ...own, [field]: id }, cookieOf(ann));
          assert.ok(['malformed', 'not-yours'].includes(reply.code ?? ''), JSON.stringify(id));
          assert.equal(reached, false);
        }
      });
    }
  });
}

test('every field that names a person is compared with the session', () => {
  for (const call of calls.filter(({ who }) => who === 'self')) {
    const named = Object.keys(payloadSchema(call).properties ?? {}).filter((field) =>
      /^(?:(?:trade_)?(?:user|account)_id|withdraw_user)$/.test(field),
    );
    assert.deepEqual([...(call.selfIds ?? [])].sort(), named.sort(), callName(call));
  }
});

test('a call that changes anything or needs a session takes no field that it does not know', () => {
  for (const call of calls.filter((call) => call.who !== 'anyone' || !isEndpoint(call) || call.method === 'POST')) {
    assert.equal(payloadSchema(call).additionalProperties, false, callName(call));
  }
});
