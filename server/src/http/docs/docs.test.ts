// The documentation is made from the table; this holds it to being complete, and the catalogue of refusals to being used.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callName, calls, commonRefusals, isEndpoint, refusalCodes, refusals } from '@candor/wire';
import type { RefusalCode } from '@candor/wire';
import { openTestDoor } from '../http-for-tests.ts';
import { payloadSchema } from './call-schemas.ts';

interface OpenApi {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, unknown>; requestBody?: { content: object }; parameters?: { name: string }[] }
    >
  >;
}

let door: Awaited<ReturnType<typeof openTestDoor>>;
let html: string;
let openApi: OpenApi;
before(async () => {
  door = await openTestDoor();
  html = (await door.app.inject({ url: '/docs' })).body;
  openApi = (await door.app.inject({ url: '/docs/openapi.json' })).json<OpenApi>();
});
after(() => door.close());

test('every refusal has a text, is on the page, and can be met in some call', () => {
  const met = new Set<RefusalCode>([...commonRefusals, ...calls.flatMap((call) => call.refusals)]);
  for (const code of refusalCodes) {
    assert.ok(refusals[code].text.length > 10, `${code} has no text`);
    assert.ok(html.includes(`id="refusal-${code}"`), `${code} is not on the page`);
    assert.ok(JSON.stringify(openApi).includes(`"${code}"`), `${code} is not in the OpenAPI document`);
    assert.ok(met.has(code), `no call refuses with ${code}`);
  }
});

test('a number that a call gives a refusal belongs to one that it lists', () => {
  for (const call of calls) {
    const possible = new Set<string>([...commonRefusals, ...call.refusals]);
    for (const code of Object.keys(call.statusOf ?? {})) assert.ok(possible.has(code), `${callName(call)}: ${code}`);
  }
});

test('every call is on the page with each of its fields', () => {
  for (const call of calls) {
    const start = html.indexOf(`<h3>${callName(call)}</h3>`);
    assert.ok(start > 0, `${callName(call)} is not on the page`);
    const part = html.slice(start, html.indexOf('</article>', start));
    assert.ok(call.summary.length > 0);
    for (const field of Object.keys(payloadSchema(call).properties ?? {}))
      assert.ok(part.includes(`<code>${field}</code>`), `${callName(call)}: ${field}`);
    for (const code of call.refusals) assert.ok(part.includes(`#refusal-${code}`), `${callName(call)}: ${code}`);
  }
});

test('every call is in the OpenAPI document with its replies', () => {
  assert.equal(openApi.openapi, '3.1.0');
  for (const call of calls.filter(isEndpoint)) {
    const operation = openApi.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
    assert.ok(operation, callName(call));
    assert.ok(operation.responses['200'] && operation.responses['500'], callName(call));
    assert.equal(
      call.who === 'self',
      operation.responses['401'] !== undefined || call.refusals.includes('login-failed'),
      callName(call),
    );
    assert.equal(operation.requestBody !== undefined, call.method === 'POST');
    for (const [, name] of call.path.matchAll(/:(\w+)/g))
      assert.ok(operation.parameters?.some((parameter) => parameter.name === name));
  }
  const text = JSON.stringify(openApi.paths['/api/action']);
  for (const call of calls.filter((one) => !isEndpoint(one)))
    assert.ok(text.includes(`{"const":"${callName(call)}"}`), callName(call));
  assert.doesNotMatch(JSON.stringify(openApi), /"\$schema"|"\$ref":"#\/(?!components)/);
});

test('the page needs no script and no inline style, and its style sheet is there', async () => {
  assert.doesNotMatch(html, /<script|<style|\sstyle=|\son\w+=/);
  const css = await door.app.inject({ url: '/docs/docs.css' });
  assert.deepEqual([css.statusCode, css.headers['content-type']], [200, 'text/css; charset=utf-8']);
  assert.equal((html.match(/<article /g) ?? []).length, calls.length);
});
