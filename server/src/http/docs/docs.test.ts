// The documentation is made from the table; this holds it to being complete, and the catalogue of refusals to being used.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { callName, commonRefusals, isDoneOnce, isEndpoint, refusalCodes, describeRefusal } from '@candor/wire';
import type { Action, Endpoint, RefusalCode } from '@candor/wire';
import { callerKind, callsOf } from '../../kit/product.ts';
import { sections } from '../../products.ts';
import { openTestDoor } from '../http.test-support.ts';
import { httpStatusOf, payloadSchema, refusalsOf } from './call-schemas.ts';
import { renderFormats } from './render-formats.ts';

const calls = callsOf(sections);

interface Operation {
  tags: string[];
  description: string;
  security: object[];
  responses: Record<string, { description: string }>;
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
  parameters?: { name: string }[];
}
interface OpenApi {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { description: string; properties: { ACTION_INFO: { properties?: object } } }>;
  };
}

const documents = join(import.meta.dirname, '../../../../docs');
let door: Awaited<ReturnType<typeof openTestDoor>>;
let openApi: OpenApi;
before(async () => {
  door = await openTestDoor();
  openApi = (await door.app.inject({ url: '/docs/openapi.json' })).json<OpenApi>();
});
after(() => door.close());

const operationOf = (call: Endpoint): Operation =>
  openApi.paths[call.path.replace(/:(\w+)/g, '{$1}')]![call.method.toLowerCase()]!;

/** Everything that the document says about a call's refusals. */
const refusalTextOf = (call: Action | Endpoint): string =>
  isEndpoint(call)
    ? Object.values(operationOf(call).responses).map(({ description }) => description).join('\n') // oxfmt-ignore
    : openApi.components.schemas[call.name]!.description;

test('the OpenAPI document is valid by the schema of its version', async () => {
  const { valid, errors } = await new Validator().validate(openApi as never);
  assert.ok(valid, JSON.stringify(errors ?? '').slice(0, 1_000));
  const broken = structuredClone(openApi);
  Object.assign(broken.paths['/api/coins']!['get']!, { responses: 5 });
  assert.equal((await new Validator().validate(broken as never)).valid, false);
});

test('each schema in it is valid by JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ strict: false });
  const schemas: object[] = Object.values(openApi.components.schemas);
  JSON.stringify(openApi.paths, (key, value: unknown) => {
    if (key === 'schema') schemas.push(value as object);
    return value;
  });
  assert.ok(schemas.length > 200);
  for (const schema of schemas) assert.ok(ajv.validateSchema(schema), JSON.stringify(ajv.errors).slice(0, 500));
  assert.equal(ajv.validateSchema({ type: 'decimal' }), false);
});

test('every pattern in it is one that any ECMA-262 reader takes, with and without Unicode sets', () => {
  const patterns: string[] = [];
  JSON.stringify(openApi, (key, value: unknown) => {
    if (key === 'pattern') patterns.push(value as string);
    return value;
  });
  assert.ok(patterns.length > 10);
  for (const pattern of patterns) {
    for (const flags of ['', 'u']) assert.doesNotThrow(() => new RegExp(pattern, flags), pattern);
    assert.doesNotMatch(pattern, /\\p\{|\(\?<|\\u\{/, 'not every validator knows these');
  }
});

test('every refusal has a text, is in the document, and can be met in some call', () => {
  const met = new Set<RefusalCode>([...commonRefusals, ...calls.flatMap((call) => call.refusals)]);
  for (const code of refusalCodes) {
    assert.ok(describeRefusal(code).text.length > 10, `${code} has no text`);
    const catalogue = openApi.components.schemas['RefusalCode']!.description;
    assert.ok(
      catalogue.includes(`\`${code}\` (HTTP ${describeRefusal(code).http}): ${describeRefusal(code).text}`),
      code,
    );
    assert.ok(met.has(code), `no call refuses with ${code}`);
  }
});

test('a number that a call gives a refusal belongs to one that it lists', () => {
  for (const call of calls) {
    const possible = new Set<string>([...commonRefusals, ...call.refusals]);
    for (const code of Object.keys(call.statusOf ?? {})) assert.ok(possible.has(code), `${callName(call)}: ${code}`);
  }
});

test('every call has its fields in the document, and each of its refusals with code, number and text', () => {
  for (const call of calls) {
    const said = refusalTextOf(call);
    const fields = JSON.stringify(isEndpoint(call) ? operationOf(call) : openApi.components.schemas[call.name]);
    assert.ok(call.summary.length > 0);
    for (const field of Object.keys(payloadSchema(call).properties ?? {}))
      assert.ok(fields.includes(`"${field}"`), `${callName(call)}: ${field}`);
    for (const code of refusalsOf(call)) {
      assert.ok(said.includes(`\`${code}\` (HTTP ${httpStatusOf(call, code)}`), `${callName(call)}: ${code}`);
      assert.ok(said.includes(describeRefusal(code).text), `${callName(call)}: ${code}`);
    }
  }
});

test('every call stands under its product, and says who may call it', () => {
  const names = openApi.tags.map(({ name }) => name);
  assert.equal(new Set(names).size, sections.length + 1);
  for (const call of calls.filter(isEndpoint)) {
    const { tags, description } = operationOf(call);
    assert.ok(tags.length === 1 && names.includes(tags[0]!) && tags[0] !== 'Other', callName(call));
    const who = { anyone: /^Anyone/, self: /^Needs a session/, operator: /^For operators/ }[callerKind(call.who)];
    assert.match(description, who, callName(call));
  }
  const text = openApi.tags.map(({ description }) => description).join(' ');
  for (const call of calls.filter((one) => !isEndpoint(one))) assert.ok(text.includes(`\`${callName(call)}\``), callName(call)); // oxfmt-ignore
});

test('every call is in the document with its replies', () => {
  assert.equal(openApi.openapi, '3.1.0');
  for (const call of calls.filter(isEndpoint)) {
    const operation = operationOf(call);
    assert.ok(operation.responses['200'] && operation.responses[isDoneOnce(call) ? '503' : '500'], callName(call));
    assert.equal(
      call.who !== 'anyone',
      operation.responses['401'] !== undefined || call.refusals.includes('login-failed'),
      callName(call),
    );
    assert.equal(operation.requestBody !== undefined, call.method === 'POST');
    for (const [, name] of call.path.matchAll(/:(\w+)/g))
      assert.ok(operation.parameters?.some((parameter) => parameter.name === name));
  }
  const action = JSON.stringify(openApi.paths['/api/action']);
  for (const call of calls.filter((one) => !isEndpoint(one))) {
    for (const name of [callName(call), `${callName(call)}.reply`]) {
      assert.ok(action.includes(`{"$ref":"#/components/schemas/${name}"}`), name);
      assert.ok(JSON.stringify(openApi.components.schemas[name]).includes(`{"const":"${callName(call)}"}`), name);
    }
  }
  assert.doesNotMatch(JSON.stringify(openApi), /"\$schema"|"\$ref":"#\/(?!components)/);
});

test('alerts that are not there are said to be a refusal of the calls that name one', () => {
  for (const path of ['/api/alerts/again', '/api/alerts/delete', '/api/alerts/messages/read'])
    assert.match(openApi.paths[path]!['post']!.responses['404']!.description, /`not-found`/);
});

test('the pages need no inline script or style, and all that they name is served from here', async () => {
  for (const path of ['/docs', '/docs/formats']) {
    const { body, statusCode, headers } = await door.app.inject({ url: path });
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    const policy = String(headers['content-security-policy']);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.match(policy, path === '/docs' ? /trusted-types default dompurify(?:;|$)/ : /trusted-types candor(?:;|$)/);
    const named = [...body.matchAll(/(?:href|src)="(\/docs[^"#]*)"/g)].map(([, url]) => url!);
    assert.ok(named.length > 3);
    for (const url of named) assert.equal((await door.app.inject({ url })).statusCode, 200, url);
    assert.doesNotMatch(body, /(?:href|src)="(?!\/|#|data:,")/);
  }
});

test('the formats are the text of docs/formats.md, with every heading a place to link to', async () => {
  const markdown = readFileSync(join(documents, 'formats.md'), 'utf8');
  const { body } = await door.app.inject({ url: '/docs/formats' });
  assert.equal(body, renderFormats(markdown));
  for (const [, title] of markdown.matchAll(/^#{2,3} (\d[\d.]*\d|\d+)/gm)) assert.ok(body.includes(`id="${title}"`), title); // oxfmt-ignore
  assert.ok(body.includes('<table>') && body.includes('candor ticks'));
  assert.equal((await door.app.inject({ url: '/docs/formats.md' })).body, markdown);
});

test('the vectors and the verifier are served as they are', async () => {
  for (const [folder, ending] of [
    ['vectors', '.json'],
    ['verifier', '.py'],
  ] as const) {
    const names = readdirSync(join(documents, folder)).filter((name) => name.endsWith(ending));
    assert.ok(names.length > 2);
    for (const name of names) {
      const { body, statusCode } = await door.app.inject({ url: `/docs/${folder}/${name}` });
      assert.deepEqual([statusCode, body], [200, readFileSync(join(documents, folder, name), 'utf8')]);
    }
  }
});

test('the document and the viewer are packed once, may be kept for some minutes, and are not sent to who has them', async () => {
  for (const url of ['/docs/openapi.json', '/docs/swagger-ui-bundle.js']) {
    const headers = { 'accept-encoding': 'br' };
    const { headers: answered, rawPayload } = await door.app.inject({ url, headers });
    assert.deepEqual([answered['cache-control'], answered['content-encoding']], ['public, max-age=600', 'br']);
    assert.ok(rawPayload.length < 600_000, url);
    const again = await door.app.inject({ url, headers: { ...headers, 'if-none-match': String(answered['etag']) } });
    assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
  }
});
