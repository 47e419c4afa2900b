// What operators are told of customers, and by which calls: each of those leaves a row of who looked. A new call with a field of this
// list, or with one that can hold anything, says what the row is called or stands below with the reason why it needs none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { calls } from './calls.ts';
import { consoleCalls } from './console-calls.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** Whose it is, how to reach them, who they are, where they live and log in, where their money goes, and what they wrote. */
const personal =
  /^(?:(?:account|user)(?:_?id)?|customer|e?mail|phone|name|first_name|last_name|holder|payer|iban|account_number|address(?:_name)?|street|city|postcode|birth_date|age|document_number|front|back|proof|ip|device|txid|tracking|reference|body|text|message|messages)$/;

/** Fields of a reply that are of customers, or that may hold anything, by their paths. */
function personalFields(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each) => personalFields(each, path));
  const { properties, additionalProperties: open, ...rest } = schema as Record<string, unknown>;
  const own = Object.entries((properties ?? {}) as object).flatMap(([name, each]) => [
    ...(personal.test(name) ? [`${path}${name}`] : []),
    ...personalFields(each, `${path}${name}.`),
  ]);
  const isOpen = typeof open === 'object' && open !== null && Object.keys(open).length === 0;
  return [...own, ...(isOpen ? [`${path}*`] : []), ...personalFields(Object.values(rest), path)];
}

/** A table has what its list has. A picture, and what is asked for by the name of an account, is a customer's. */
function customersIn(call: Endpoint): string[] {
  if (call.form === 'jpeg') return ['a picture'];
  const list = call.form === 'csv' ? consoleCalls.find(({ path }) => `${path}/table` === call.path) : call;
  const replies = personalFields(z.toJSONSchema((list ?? call).reply, { io: 'output', unrepresentable: 'any' }));
  const asked = Object.keys(call.payload instanceof z.ZodObject ? call.payload.shape : {});
  const isRead = call.method === 'GET';
  return [...replies, ...(isRead ? asked.filter((field) => /^account(?:_id)?$/.test(field)) : [])];
}

const ofOperators = 'operators, not customers';
const ofTerms = 'terms of products, which are public';
const withoutCustomers: Readonly<Record<string, string>> = {
  '/api/operators/me': ofOperators,
  '/api/operators/step-up': ofOperators,
  '/api/operators/invitation': ofOperators,
  '/api/operators/accept': ofOperators,
  '/api/operators/invite': ofOperators,
  '/api/operators/sign-in': ofOperators,
  '/api/operators/try-as': ofOperators,
  '/api/operators': ofOperators,
  '/api/operators/sessions': ofOperators,
  '/api/operators/access': ofOperators,
  '/api/operators/own-accounts': ofOperators,
  '/api/operators/passkey/sign-in': ofOperators,
  '/api/operators/renewal': ofOperators,
  '/api/auditor/export': 'what operators did; its handler leaves a row itself',
  '/api/transfers/import/:currency/:dates': 'lines of the file that its operator sent; its handler leaves a row itself',
  '/api/queues': 'names of queues',
  '/api/invariants': 'names of invariants',
  '/api/acts/kinds': 'which acts there are',
  '/api/settings-desk': ofTerms,
  '/api/settings-desk/history': ofTerms,
};

test('every call that tells an operator of customers leaves a row of who looked', () => {
  const silent = consoleCalls.filter(({ looksAt, path }) => !looksAt && !(path in withoutCustomers));
  const found = silent.map((call) => [call.path, customersIn(call)] as const).filter(([, fields]) => fields.length > 0);
  assert.deepEqual(Object.fromEntries(found), {});
});

test('what needs no row is there, and has a field that asks why', () => {
  for (const path of Object.keys(withoutCustomers)) {
    const named = consoleCalls.filter((call) => call.path === path);
    assert.ok(named.length > 0 && named.every((call) => !call.looksAt && customersIn(call).length > 0), path);
  }
});

test('customers leave no such rows', () => {
  assert.deepEqual(calls.filter(({ looksAt }) => looksAt), []); // oxfmt-ignore
});

test('a call that forgets it is found, whether the field is deep in a list, in a table or in what may hold anything', () => {
  const call = (reply: z.ZodType, more: object = {}) =>
    defineEndpoint({ method: 'GET', path: '/api/toy', summary: 'A toy.', who: { operator: ['risk'] }, payload: z.strictObject({}), reply, refusals: [], ...more }); // oxfmt-ignore
  const item = z.object({ coin: z.string(), by: z.object({ payer: z.string().nullable() }) });
  assert.deepEqual(customersIn(call(z.object({ RESULT_LIST: z.array(item) }))), ['RESULT_LIST.by.payer']);
  assert.deepEqual(customersIn(call(z.union([z.object({ coin: z.string() }), z.object({ email: z.string() })]))), ['email']); // oxfmt-ignore
  assert.deepEqual(customersIn(call(z.object({ facts: z.record(z.string(), z.unknown()) }))), ['facts.*']);
  assert.deepEqual(customersIn(call(z.string(), { form: 'csv', path: '/api/withdrawals/table' })).includes('RESULT_LIST.address'), true); // oxfmt-ignore
  assert.deepEqual(customersIn(call(z.object({ coin: z.string() }))), []);
});
