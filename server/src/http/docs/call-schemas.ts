// Payload and reply of a call as JSON Schema, which both the OpenAPI document and the page read.
import type { Action, Endpoint, RefusalCode } from '@candor/wire';
import {
  allRefusalCodes,
  describeRefusal,
  isCommon,
  isDoneOnce,
  isEndpoint,
  operatorRoles,
  perDayOf,
  takesPlacedAt,
} from '@candor/wire';
import { z } from 'zod';

export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  default?: unknown;
  description?: string;
}

/** What the call takes. Of a whole number that may also come as text, only what comes out knows the limits. */
export function payloadSchema(call: Action | Endpoint): JsonSchema {
  const schema = schemaOf(call.payload, 'input');
  const results = schemaOf(call.payload, 'output').properties ?? {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const result = results[name];
    if (!field.anyOf || result?.type !== 'integer') continue;
    const { default: preset, ...limits } = result;
    field.anyOf = field.anyOf.map((form) => (form.type === 'number' ? limits : form));
    if (preset !== undefined) field.default = preset;
  }
  return schema;
}
export const replySchema = (call: Action | Endpoint): JsonSchema => schemaOf(call.reply, 'output');

function schemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return schema as JsonSchema;
}

/** Every refusal that the call can meet: those of all calls that apply to it, then its own; in the catalogue's order. */
export function refusalsOf(call: Action | Endpoint): RefusalCode[] {
  const own = new Set<RefusalCode>([...call.refusals, ...refusalsOfOperators(call)]);
  const isCommonHere = (code: RefusalCode): boolean => {
    if (!isCommon(code)) return false;
    // An unknown failure of a call that is done once leaves its outcome unknown.
    if (code === 'unknown-error') return !isDoneOnce(call);
    if (code === 'unknown-action') return !isEndpoint(call);
    if (code === 'login-required') return call.who !== 'anyone';
    if (code === 'account-frozen' || code === 'legal-not-accepted') return call.who === 'self' && isEndpoint(call) && call.movesMoney === true && !call.isForFrozen; // oxfmt-ignore
    if (code === 'not-yours') return (call.selfIds?.length ?? 0) > 0;
    if (code === 'demo-only') return call.isDemoOnly === true;
    if (code === 'key-reused' || code === 'key-required') return isDoneOnce(call);
    if (code === 'placed-too-late' || code === 'bad-clock') return takesPlacedAt(call);
    if (code === 'too-many-today') return perDayOf(call) !== undefined;
    if (code === 'too-many-refused') return isEndpoint(call) && call.movesMoney === true;
    if (code === 'not-found' || code === 'method-not-allowed') return false;
    const isGet = isEndpoint(call) && call.method === 'GET';
    return !(
      isGet &&
      ['too-large', 'unsupported-media-type', 'foreign-origin', 'key-malformed', 'outcome-unknown'].includes(code)
    );
  };
  return allRefusalCodes.filter((code) => own.has(code) || isCommonHere(code));
}

/** What keeps one operator from what another may do. */
function refusalsOfOperators(call: Action | Endpoint): RefusalCode[] {
  const { who, needsStepUp, looksAt } = call;
  if (typeof who === 'string') return [];
  const isBound = looksAt !== undefined && isEndpoint(call) && call.method === 'GET';
  const isForAll = who.operator.length === operatorRoles.length;
  return [
    ...(isForAll ? [] : ['role-missing' as const]),
    ...(needsStepUp ? ['step-up-required' as const] : []),
    ...(isBound ? ['looks-used-up' as const] : []),
  ];
}

/** The HTTP status that a call answers a refusal with. */
export const httpStatusOf = (call: Action | Endpoint, code: RefusalCode): number =>
  call.statusOf?.[code] === undefined ? describeRefusal(code).http : 200;
