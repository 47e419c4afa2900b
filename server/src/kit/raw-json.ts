// A reply that is JSON text already, so that numbers keep all their digits; http sends it as it is.
import type { Endpoint } from '@candor/wire';
import type { BoundCall } from './feature.ts';

export interface RawJson {
  rawJson: string;
  /** It will never be another for the same question: whoever holds on to this object has it packed once for all who ask. */
  isImmutable?: true;
}

export const isRawJson = (reply: unknown): reply is RawJson =>
  typeof reply === 'object' && reply !== null && 'rawJson' in reply && typeof reply.rawJson === 'string';

/** Binds a bare endpoint whose handler writes the JSON text of the reply itself. */
export function bindRaw<Call extends Endpoint>(
  call: Call,
  handle: (payload: PayloadOf<Call>) => Promise<string> | string,
): BoundCall {
  return {
    call,
    handle: async (payload): Promise<RawJson> => ({ rawJson: await handle(payload as PayloadOf<Call>) }),
  };
}

/** Binds an endpoint whose handler writes the JSON text of its data itself, and says whether it may change. */
export const bindText = <Call extends Endpoint>(
  call: Call,
  handle: (payload: PayloadOf<Call>) => Promise<RawJson> | RawJson,
): BoundCall => ({ call, handle: (payload) => handle(payload as PayloadOf<Call>) });

type PayloadOf<Call extends Endpoint> = Call['payload']['_zod']['output'];
