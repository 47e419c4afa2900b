// The OpenAPI 3.1 document of all calls.
import { actionReturnCode, actionSucceeded, commonRefusals, isEndpoint, refusalCodes, refusals } from '@candor/wire';
import type { Action, Endpoint, RefusalCode } from '@candor/wire';
import { httpStatusOf, payloadSchema, refusalsOf, replySchema } from './call-schemas.ts';
import type { JsonSchema } from './call-schemas.ts';
import type { DocsOptions } from './docs-pages.ts';

type Call = Action | Endpoint;
type Json = Record<string, unknown>;

export function openApiDocument({ calls, version }: DocsOptions): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls.filter(isEndpoint)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: endpointOperation(call) };
  }
  const actions = calls.filter((call): call is Action => !isEndpoint(call));
  if (actions.length > 0) paths['/api/action'] = { post: actionOperation(actions) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version,
      description: 'Amounts are decimal text, ids are text, times are ISO 8601 in UTC.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-candor' } },
      schemas: { RefusalCode: { type: 'string', enum: refusalCodes, description: catalogueText() } },
    },
  };
}

const catalogueText = (): string => refusalCodes.map((code) => `${code}: ${refusals[code].text}`).join('\n');

function endpointOperation(call: Endpoint): Json {
  const schema = payloadSchema(call);
  const success = { status: { const: 1 }, data: replySchema(call) };
  const reply = call.form === 'bare' ? replySchema(call) : objectOf(success, ['status', 'data']);
  const isPost = call.method === 'POST';
  const inPath = new Set(Array.from(call.path.matchAll(/:(\w+)/g), (match) => match[1]!));
  return {
    operationId: operationId(call),
    summary: call.summary,
    ...securityOf(call),
    parameters: [...parametersOf(schema, { inPath, isPost }), ...(isPost ? [idempotencyKey(call)] : [])],
    ...(isPost ? { requestBody: bodyOf(without(schema, inPath)) } : {}),
    responses: responsesOf({ reply, refusals: groupRefusals([call]), refusalForm: endpointRefusal }),
  };
}

function actionOperation(actions: readonly Action[]): Json {
  const requests = actions.map((action) => ({
    title: action.name,
    description: `${action.summary} (${action.who})`,
    ...objectOf({ ACTION_NAME: { const: action.name }, ACTION_INFO: payloadSchema(action) }, ['ACTION_NAME']),
  }));
  const replies = actions.map((action) => ({
    title: action.name,
    ...objectOf(
      {
        ACTION_NAME: { const: action.name },
        ACTION_RETURN_CODE: { const: actionSucceeded },
        ACTION_INFO: replySchema(action),
      },
      ['ACTION_NAME', 'ACTION_RETURN_CODE', 'ACTION_INFO'],
    ),
  }));
  return {
    operationId: 'action',
    summary: 'Calls without a path of their own. ACTION_INFO is JSON text in a form, an object in JSON.',
    security: [{ session: [] }, {}],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { oneOf: requests },
          encoding: { ACTION_INFO: { contentType: 'application/json' } },
        },
        'application/json': { schema: { oneOf: requests } },
      },
    },
    responses: responsesOf({ reply: { oneOf: replies }, refusals: groupRefusals(actions), refusalForm: actionRefusal }),
  };
}

const operationId = (call: Endpoint): string =>
  `${call.method.toLowerCase()}${call.path.replace(/[^a-zA-Z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`;

const securityOf = (call: Call): Json => (call.who === 'self' ? { security: [{ session: [] }] } : { security: [] });

function parametersOf(
  schema: JsonSchema,
  { inPath, isPost }: { inPath: ReadonlySet<string>; isPost: boolean },
): Json[] {
  const names = Object.keys(schema.properties ?? {}).filter((name) => inPath.has(name) || !isPost);
  return names.map((name) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || (schema.required ?? []).includes(name),
    schema: schema.properties![name],
  }));
}

const idempotencyKey = (call: Endpoint): Json => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: call.movesMoney ? 'The same key is done once, and answered alike each time.' : 'Accepted on every POST.',
  schema: { type: 'string', format: 'uuid' },
});

function without(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  if (names.size === 0) return schema;
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.has(name)));
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => !names.has(name)) };
}

const bodyOf = (schema: JsonSchema): Json => ({
  required: (schema.required ?? []).length > 0,
  content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
});

/** HTTP status → codes. */
function groupRefusals(calls: readonly Call[]): Map<number, RefusalCode[]> {
  const groups = new Map<number, Set<RefusalCode>>();
  for (const call of calls) {
    for (const code of refusalsOf(call)) {
      const status = httpStatusOf(call, code);
      groups.set(status, (groups.get(status) ?? new Set()).add(code));
    }
  }
  return new Map(Array.from(groups, ([status, codes]) => [status, [...codes]]));
}

function responsesOf(options: {
  reply: unknown;
  refusals: Map<number, RefusalCode[]>;
  refusalForm: (codes: RefusalCode[]) => Json;
}): Json {
  const { reply, refusals: groups, refusalForm } = options;
  const onSuccess = groups.get(200);
  const responses: Json = { 200: response('Done.', onSuccess ? { anyOf: [reply, refusalForm(onSuccess)] } : reply) };
  for (const [status, codes] of groups) {
    if (status !== 200) responses[status] = response(`Refused: ${codes.join(', ')}.`, refusalForm(codes));
  }
  responses[500] = response('A failure of the server; request_id finds it in the log.', refusalForm(['unknown-error']));
  return responses;
}

const response = (description: string, schema: unknown): Json => ({
  description,
  content: { 'application/json': { schema } },
});

const facts = { type: 'object', additionalProperties: { type: 'string' } };

const endpointRefusal = (codes: RefusalCode[]): Json =>
  objectOf({ status: { type: 'integer' }, code: { enum: codes }, facts }, ['status', 'code', 'facts']);

const actionRefusal = (codes: RefusalCode[]): Json => ({
  ...objectOf(
    {
      ACTION_NAME: { type: 'string' },
      ACTION_RETURN_CODE: { enum: [...new Set(codes.map(actionReturnCode)), '000200', '000500'] },
      ACTION_INFO: { type: 'integer' },
      code: { enum: codes },
      facts,
    },
    ['ACTION_NAME', 'ACTION_RETURN_CODE', 'code', 'facts'],
  ),
});

const objectOf = (properties: Json, required: string[]): Json => ({ type: 'object', properties, required });

export const isCommonRefusal = (code: RefusalCode): boolean =>
  (commonRefusals as readonly RefusalCode[]).includes(code);
