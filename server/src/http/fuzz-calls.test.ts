import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { defineEndpoint, isEndpoint, text } from '@candor/wire';
import { z } from 'zod';
import { csvLine } from '../kit/csv.ts';
import { bindDownload, type Download } from '../kit/download.ts';
import { fuzzCalls } from './fuzz-calls.test-support.ts';
import { ann, cookieOf, openTestDoor } from './http.test-support.ts';

test('no request to any call gives a failure of the server, with or without a session', async () => {
  // The handlers use what the door made of the request, as real ones do.
  const door = await openTestDoor({
    handle({ call, payload, context }) {
      const told = { key: context.idempotency.key, digest: context.idempotency.digest.toString('hex') };
      if (!isEndpoint(call) || call.form !== 'csv') return told;
      return bindDownload(call, async () => tableOf(told)).handle(payload, context);
    },
  });
  const { app, calls } = door;
  await fuzzCalls({ app, calls, runs: 15 });
  assert.ok(door.reached.every(({ call }) => call.who !== 'self'));
  const statuses = await fuzzCalls({ app, calls, runs: 60, cookie: cookieOf(ann), accountId: ann.accountWireId });
  await door.close();
  assert.ok(door.reached.length > calls.length * 3, `only ${door.reached.length} requests came through`);
  for (const status of [200, 400, 415]) assert.ok((statuses.get(status) ?? 0) > 0, `never answered ${status}`);
});

const tableOf = (row: Record<string, string>): Download => ({
  fileName: 'table.csv',
  contentType: 'text/csv; charset=utf-8',
  tag: 'table',
  isPrivate: true,
  isFinal: false,
  open: () => Readable.from([csvLine(Object.keys(row)), csvLine(Object.values(row))]),
});

test('the fuzzer finds a handler that fails on a rare input', async () => {
  const call = defineEndpoint({
    method: 'POST',
    path: '/api/fragile',
    summary: 'Breaks.',
    who: 'anyone',
    payload: z.strictObject({ name: text(0, 100) }),
    reply: z.object({}),
    refusals: [],
  });
  const door = await openTestDoor({
    calls: [call],
    handle({ payload }) {
      if ((payload as { name: string }).name.includes('-')) throw new RangeError('planted');
      return {};
    },
  });
  await assert.rejects(fuzzCalls({ app: door.app, calls: [call], runs: 300 }), (error: Error) => {
    assert.match(error.message, /seed: -?\d+/);
    assert.match(String(error.cause), /POST \/api\/fragile answered 500/);
    return true;
  });
  await door.close();
});
