// Sends every call what no one should send, and holds each answer to what a caller may be told: a coded refusal, never a failure.
import assert from 'node:assert/strict';
import { callName, isEndpoint, isRefusalCode, describeRefusal } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { payloadSchema, refusalsOf } from './docs/call-schemas.ts';
import type { JsonSchema } from './docs/call-schemas.ts';

type Call = Action | Endpoint;

export interface FuzzRequest {
  method: 'GET' | 'POST';
  url: string;
  payload?: string;
  headers?: Record<string, string>;
}

export interface FuzzOptions {
  app: FastifyInstance;
  calls: readonly Call[];
  /** Requests for each call. */
  runs: number;
  seed?: number;
  /** Cookie header; without one most requests end at the login. */
  cookie?: string;
  /** Wire id of the cookie's account, so that requests get past the comparison of ids. */
  accountId?: string;
}

/** Ids that exist, so that requests get to what lies behind them. */
export interface RealIds {
  accountId?: string | undefined;
  /** Sessions, orders, alerts and whatever else a field may name. */
  objects?: readonly string[];
}

/** Fails with fast-check's report: seed, path and the smallest request found. Returns how often each HTTP status was answered. */
export async function fuzzCalls({
  app,
  calls,
  runs,
  seed,
  cookie,
  accountId,
}: FuzzOptions): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (const call of calls) {
    const property = fc.asyncProperty(requestTo(call, { accountId }), async (request) => {
      const headers = { host: '127.0.0.1', ...(cookie === undefined ? {} : { cookie }), ...request.headers };
      const response = await app.inject({ ...request, headers });
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      checkAnswer(call, response.statusCode, response.body);
    });
    await fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) });
  }
  return statuses;
}

/** A coded refusal with its status, or a success; never a failure or a trace of the code. */
export function checkAnswer(call: Call, status: number, body: string): void {
  const said = `${callName(call)} answered ${status}: ${body.slice(0, 300)}`;
  assert.ok(status === 200 || (status >= 400 && status < 500) || status === 503, said);
  assert.doesNotMatch(body, /\n\s+at |node:internal|\.ts:\d+/, said);
  if (status === 200 && isEndpoint(call) && call.form === 'csv') {
    assert.match(body, /^[a-z_]+(?:,[a-z_]+)+\r?\n/, said);
    return;
  }
  const reply = JSON.parse(body) as { code?: unknown };
  if (status === 200) return;
  assert.ok(typeof reply.code === 'string' && isRefusalCode(reply.code), said);
  assert.equal(describeRefusal(reply.code).http, status, said);
  assert.ok(refusalsOf(call).includes(reply.code), `${said}\nwhich is not documented`);
}

const wildText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e5',
    '0x10',
    'NaN',
    'Infinity',
    '1,5',
    '99999999999999999999999999',
    '0.0000000000000000001',
  ),
  fc.constantFrom(
    "' or 1=1 --",
    '<script>',
    '../../etc/passwd',
    '\0',
    '\ud800',
    '__proto__',
    'null',
    '[]',
    '{}',
    'x'.repeat(5000),
  ),
);
const wildValue = fc.oneof(
  wildText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 8 }),
);
const wildName = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'account_id', 'ACTION_NAME'),
);

/** Fields that are mostly right, so that some requests reach the handler with one thing wrong. */
function nearFields(call: Call, { accountId, objects = [] }: RealIds): fc.Arbitrary<Record<string, unknown>> {
  const schema = payloadSchema(call);
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const own = accountId !== undefined && call.selfIds?.includes(name);
    model[name] = fc.oneof(
      { weight: 8, arbitrary: own ? fc.constant(accountId) : fitting(field, objects) },
      { weight: 1, arbitrary: wildValue },
    );
  }
  const near = fc.oneof({ weight: 6, arbitrary: fc.record(model) }, fc.record(model, { requiredKeys: [] }));
  const extra = fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, fc.dictionary(wildName, wildValue, { maxKeys: 3 }));
  return fc.tuple(near, extra).map(([fields, others]) => ({ ...fields, ...others }));
}

function fitting(schema: JsonSchema, objects: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, objects)));
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: -1, max: 120 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.pattern?.includes('\\d')) return fc.integer({ min: -1, max: 120 }).map(String);
  const { minLength = 0, maxLength = 20 } = schema;
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) }),
    fc.constantFrom('BTC', 'btcusdt', '1', '10.5', 'ann@example.com', '818012345678', '123456', 'secret-1', 'option'),
    ...(objects.length > 0 ? [fc.constantFrom(...objects)] : []),
  );
}

/** Mostly right, seldom wholly; of the call's own form and of any other. */
export function requestTo(call: Call, ids: RealIds): fc.Arbitrary<FuzzRequest> {
  const fields = nearFields(call, ids);
  if (isEndpoint(call)) {
    return fields.chain((values) =>
      call.method === 'GET' ? getRequest(call, values) : postRequest(fillPlaces(call.path, values), values),
    );
  }
  return fields.chain((values) => {
    const info = fc.oneof({ weight: 6, arbitrary: fc.constant(JSON.stringify(values)) }, wildText);
    return info.chain((text) => postRequest('/api/action', { ACTION_NAME: call.name, ACTION_INFO: text }));
  });
}

function getRequest(call: Endpoint, values: Record<string, unknown>): fc.Arbitrary<FuzzRequest> {
  const query = fc.oneof({ weight: 6, arbitrary: fc.constant(formText(values)) }, { weight: 1, arbitrary: rawText });
  return query.map((text) => ({
    method: 'GET' as const,
    url: `${fillPlaces(call.path, values)}?${text.replaceAll('#', '%23')}`,
  }));
}

/** Bytes that a URL can carry but that need not decode to anything. */
const rawText = fc.string({ maxLength: 80 }).map((text) => text.replace(/[^!-~]/g, '%').replaceAll('#', '%'));

function postRequest(url: string, values: Record<string, unknown>): fc.Arbitrary<FuzzRequest> {
  const json = JSON.stringify(values);
  const form = formText(values);
  const body = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(['application/json', json], ['application/x-www-form-urlencoded', form]) },
    { weight: 1, arbitrary: fc.constantFrom(['application/json', `${json},`], ['application/json', '['.repeat(4000)]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ['application/json', form],
        ['application/x-www-form-urlencoded', json],
        ['text/plain', json],
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ['application/x-www-form-urlencoded', `${form}&${form}`],
        ['application/json; charset=utf-16', json],
      ),
    },
  );
  const key = fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.uuid(), wildHeader);
  return fc.tuple(body, key).map(([[contentType, payload], idempotencyKey]) => ({
    method: 'POST' as const,
    url,
    payload: payload!,
    headers: {
      'content-type': contentType!,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
  }));
}

const wildHeader = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^ -~]/g, '?'));

/** Values in the places of the path; what a place takes is gone from the fields. */
function fillPlaces(path: string, values: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const text = textOf(values[name]);
    delete values[name];
    return encodeURIComponent(text.toWellFormed()) || 'x';
  });
}

const formText = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(value).toWellFormed())}`,
    )
    .join('&');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
