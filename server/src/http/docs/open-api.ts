// The OpenAPI 3.1 document of all calls, and all that people read about them.
import {
  actionReturnCode,
  actionSucceeded,
  allRefusalCodes,
  describeRefusal,
  isEndpoint,
  refusalCodes,
  takesPlacedAt,
} from '@candor/wire';
import type { Action, Endpoint, RefusalCode } from '@candor/wire';
import { httpStatusOf, payloadSchema, refusalsOf, replySchema } from './call-schemas.ts';
import type { JsonSchema } from './call-schemas.ts';
import { cookieName, type DoorName } from '../session-cookie.ts';
import { describeCall, describeCatalogue, describeRefusals, introduction } from './describe-call.ts';
import { callsOf, type CallSection } from '../../kit/product.ts';
import { actionsTag, tagByCall, tagsOf } from './describe-products.ts';

type Call = Action | Endpoint;
type Json = Record<string, unknown>;

export interface DocsOptions {
  sections: readonly CallSection[];
  version: string;
  door?: DoorName;
}

export function openApiDocument({ sections, version, door = 'customers' }: DocsOptions): Json {
  const codes = codesAt(door);
  const calls = callsOf(sections);
  const tags = tagByCall(sections);
  const paths: Record<string, Json> = {};
  for (const call of calls.filter(isEndpoint)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: endpointOperation(call, tags.get(call)!) };
  }
  const actions = calls.filter((call): call is Action => !isEndpoint(call));
  if (actions.length > 0) paths['/api/action'] = { post: actionOperation(actions) };
  return {
    openapi: '3.1.0',
    info: { title: door === 'customers' ? 'Candor' : 'Candor, console', version, description: introduction },
    servers: [{ url: '/' }],
    tags: tagsOf(sections),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName(door) } },
      schemas: {
        RefusalCode: { type: 'string', enum: codes, description: describeCatalogue(codes) },
        ...Object.fromEntries(actions.flatMap(actionSchemas)),
      },
    },
    externalDocs: { description: 'Formats that anyone can recompute', url: '/docs/formats' },
  };
}

const fileTypes = { lines: 'application/x-ndjson', csv: 'text/csv', jpeg: 'image/jpeg', zip: 'application/zip' };

function endpointOperation(call: Endpoint, tag: string): Json {
  const schema = payloadSchema(call);
  const success = { status: { const: 1 }, data: replySchema(call) };
  const reply = call.form !== undefined ? replySchema(call) : objectOf(success, ['status', 'data']);
  const isPost = call.method === 'POST';
  const inPath = new Set(Array.from(call.path.matchAll(/:(\w+)/g), (match) => match[1]!));
  return {
    operationId: operationId(call),
    tags: [tag],
    summary: call.summary,
    description: describeCall(call),
    ...securityOf(call),
    parameters: [
      ...parametersOf(schema, { inPath, isPost }),
      ...(isPost ? [idempotencyKey(call)] : []),
      ...(takesPlacedAt(call) ? [placedAt] : []),
    ],
    ...(isPost ? { requestBody: call.takesFile ? fileBody() : bodyOf(without(schema, inPath)) } : {}),
    responses: responsesOf({
      reply,
      refusals: groupRefusals([call]),
      refusalForm: endpointRefusal,
      describe: (codes) => describeRefusals(call, codes),
      ...(call.form !== undefined && call.form !== 'bare' && { contentType: fileTypes[call.form] }),
    }),
  };
}

/** Each with its payload, and each with its reply, by name: a viewer shows them one by one. */
function actionSchemas(action: Action): [name: string, schema: Json][] {
  const description = `${action.summary} ${describeCall(action)}\n\nRefusals:\n\n${describeRefusals(action, refusalsOf(action))}`;
  const ACTION_NAME = { const: action.name };
  const request = objectOf({ ACTION_NAME, ACTION_INFO: payloadSchema(action) }, ['ACTION_NAME']);
  const success = { ACTION_NAME, ACTION_RETURN_CODE: { const: actionSucceeded }, ACTION_INFO: replySchema(action) };
  const reply = objectOf(success, ['ACTION_NAME', 'ACTION_RETURN_CODE', 'ACTION_INFO']);
  return [
    [action.name, { title: action.name, description, ...request }],
    [`${action.name}.reply`, { title: `${action.name}, reply`, ...reply }],
  ];
}

function actionOperation(actions: readonly Action[]): Json {
  const schema = { oneOf: actions.map(({ name }) => ({ $ref: `#/components/schemas/${name}` })) };
  const replies = actions.map(({ name }) => ({ $ref: `#/components/schemas/${name}.reply` }));
  return {
    operationId: 'action',
    tags: [actionsTag],
    summary: 'Calls without a path of their own. ACTION_INFO is JSON text in a form, an object in JSON.',
    description: 'What each of them takes, answers and refuses stands under its name among the schemas.',
    security: [{ session: [] }, {}],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema,
          encoding: { ACTION_INFO: { contentType: 'application/json' } },
        },
        'application/json': { schema },
      },
    },
    responses: responsesOf({
      reply: { oneOf: replies },
      refusals: groupRefusals(actions),
      refusalForm: actionRefusal,
      describe: (codes) => codes.map((code) => `\`${code}\``).join(', '),
    }),
  };
}

const operationId = (call: Endpoint): string =>
  `${call.method.toLowerCase()}${call.path.replace(/[^a-zA-Z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`;

/** What operators alone are told no for stands in the document of their own calls. */
const codesAt = (door: DoorName): readonly RefusalCode[] => (door === 'customers' ? refusalCodes : allRefusalCodes);

const securityOf = (call: Call): Json => (call.who !== 'anyone' ? { security: [{ session: [] }] } : { security: [] });

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
  description: call.movesMoney
    ? 'The same key is done once, and answered alike each time. Without one, the same request within 2 s of the first counts as one.'
    : 'Accepted on every POST.',
  schema: { type: 'string', format: 'uuid' },
});

const placedAt: Json = {
  name: 'Placed-At',
  in: 'header',
  required: false,
  description:
    "When it was placed, milliseconds since 1970 by this server's clock. More than 5 s later, or more than 1 s ahead, it is refused.",
  schema: { type: 'integer' },
};

function without(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  if (names.size === 0) return schema;
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.has(name)));
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => !names.has(name)) };
}

const bodyOf = (schema: JsonSchema): Json => ({
  required: (schema.required ?? []).length > 0,
  content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
});

const fileBody = (): Json => ({
  required: true,
  content: { 'multipart/form-data': { schema: objectOf({ file: { type: 'string', format: 'binary' } }, ['file']) } },
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

interface Responses {
  reply: unknown;
  refusals: Map<number, RefusalCode[]>;
  refusalForm: (codes: RefusalCode[]) => Json;
  /** Of the reply. */
  contentType?: string;
  describe: (codes: RefusalCode[]) => string;
}

function responsesOf({ reply, refusals: groups, refusalForm, contentType, describe }: Responses): Json {
  const numbered = groups.get(200);
  const responses: Json = {
    200: numbered
      ? response(`Done, or refused:\n\n${describe(numbered)}`, { anyOf: [reply, refusalForm(numbered)] }, contentType)
      : response('Done.', reply, contentType),
  };
  for (const [status, codes] of groups) {
    if (status !== 200) responses[status] = response(`Refused:\n\n${describe(codes)}`, refusalForm(codes));
  }
  return responses;
}

const response = (description: string, schema: unknown, contentType = 'application/json'): Json => ({
  description,
  content: { [contentType]: { schema } },
});

const facts = { type: 'object', additionalProperties: { type: 'string' } };

const endpointRefusal = (codes: RefusalCode[]): Json =>
  objectOf({ status: { type: 'integer' }, code: { enum: codes }, facts }, ['status', 'code', 'facts']);

const actionRefusal = (codes: RefusalCode[]): Json => ({
  ...objectOf(
    {
      ACTION_NAME: { type: 'string' },
      ACTION_RETURN_CODE: {
        enum: [...new Set(codes.map((code) => actionReturnCode(describeRefusal(code).http))), '000200', '000500'],
      },
      ACTION_INFO: { type: 'integer' },
      code: { enum: codes },
      facts,
    },
    ['ACTION_NAME', 'ACTION_RETURN_CODE', 'code', 'facts'],
  ),
});

const objectOf = (properties: Json, required: string[]): Json => ({ type: 'object', properties, required });
