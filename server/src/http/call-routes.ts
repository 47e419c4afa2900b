// The routes of all calls: their table rows as paths, and POST /api/action for those without one.
import { isEndpoint } from '@candor/wire';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../kit/refuse.ts';
import { answerCall } from './answer-call.ts';
import type { Door, Target } from './answer-call.ts';
import { refuseOtherMethods, withHead } from './other-methods.ts';
import type { PreparedCall, PreparedCalls } from './prepare-calls.ts';
import { brief, fieldsOf, formFields, isPlainObject, jsonFields, noFields, setField, utf8Text } from './read-fields.ts';
import type { Fields } from './read-fields.ts';
import { acceptFiles } from './read-upload.ts';
import { actionPath } from './send-answer.ts';

/** Bytes of a body; no call needs more. */
export const bodyMax = 16 * 1024;

export function addCallRoutes(app: FastifyInstance, door: Door, prepared: PreparedCalls): void {
  readBodiesStrictly(app);
  const methods = new Map([[actionPath, new Set(['POST'])]]);
  const add = (
    { method, path, weight = 1 }: { method: string; path: string; weight?: number },
    target: Target,
    scope: FastifyInstance = app,
  ) =>
    scope.route({
      method: withHead(method),
      url: path,
      config: { isCall: true, weight },
      handler: (request, reply) => void answerCall(door, target, request, reply),
    });
  for (const endpoint of prepared.endpoints) {
    if (!isEndpoint(endpoint.call)) continue;
    const { method, path } = endpoint.call;
    const target: Target = (request) => ({ prepared: endpoint, fields: endpointFields(request) });
    const { call } = endpoint;
    if (call.takesFile) addWithFile(app, call.takesFile, (scope) => add(call, target, scope));
    else add(call, target);
    const allowed = methods.get(path) ?? new Set<string>();
    methods.set(path, new Set([...allowed, ...withHead(method)]));
  }
  add({ method: 'POST', path: actionPath }, (request) => actionTarget(prepared.actions, request));
  for (const [path, allowed] of methods) refuseOtherMethods(app, path, [...allowed]);
}

/** In a scope of its own, so that no other path reads such a body. */
function addWithFile(
  app: FastifyInstance,
  limits: { bytesMax: number },
  add: (scope: FastifyInstance) => unknown,
): void {
  void app.register(async (scope) => {
    await acceptFiles(scope, limits);
    add(scope);
  });
}

function readBodiesStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: bodyMax } as const;
  const readers = {
    'application/json': jsonFields,
    'application/x-www-form-urlencoded': formFields,
  };
  for (const [contentType, read] of Object.entries(readers)) {
    app.addContentTypeParser(contentType, options, (request, bytes: Buffer, done) => {
      try {
        checkCharset(request);
        done(null, read(utf8Text(bytes)));
      } catch (error) {
        done(error as Error);
      }
    });
  }
}

function checkCharset(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^;"\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') refuse('unsupported-media-type');
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') refuse('unsupported-media-type');
}

/** Body or query, whichever the method has, and the places in the path. */
function endpointFields(request: FastifyRequest): Fields {
  const query = queryOf(request);
  let fields: Fields;
  if (request.method === 'POST') {
    refuseQuery(query);
    fields = (request.body as Fields | undefined) ?? noFields();
  } else {
    refuseBody(request);
    fields = query === '' ? noFields() : formFields(query);
  }
  const params = request.params as Record<string, string>;
  for (const name in params) setField(fields, name, checkedParameter(name, params[name]!));
  return fields;
}

function actionTarget(actions: ReadonlyMap<string, PreparedCall>, request: FastifyRequest): ReturnType<Target> {
  refuseQuery(queryOf(request));
  const { ACTION_NAME: name, ACTION_INFO: info, ...others } = (request.body as Fields | undefined) ?? noFields();
  if (typeof name !== 'string')
    refuse('malformed', { field: 'ACTION_NAME', problem: 'the name of an action is expected' });
  for (const other in others)
    refuse('malformed', { field: brief(other), problem: 'next to an action stands only its info' });
  const prepared = actions.get(name);
  if (prepared === undefined) return refuse('unknown-action', { action: brief(name) });
  return { prepared, fields: infoFields(info) };
}

/** ACTION_INFO is JSON text in a form; in a JSON body it may also be the object itself. */
function infoFields(info: unknown): Fields {
  if (info === undefined) return noFields();
  if (typeof info === 'string') return jsonFields(info);
  if (isPlainObject(info)) return fieldsOf(info);
  return refuse('malformed', { field: 'ACTION_INFO', problem: 'a JSON object is expected' });
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start < 0 ? '' : request.url.slice(start + 1);
}

function refuseQuery(query: string): void {
  if (query !== '')
    refuse('malformed', { field: brief(query.split('=', 1)[0]!), problem: 'fields of a POST stand in its body' });
}

function refuseBody(request: FastifyRequest): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  refuse('malformed', { problem: 'a GET has no body' });
}

/** A place in the path, held to what a field may be. */
function checkedParameter(name: string, value: string): unknown {
  return fieldsOf({ [name]: value })[name];
}
