// A reply that is JSON text already, so that numbers keep all their digits; http sends it as it is.
import type { Endpoint } from '@candor/wire';
import type { BoundCall } from './feature.ts';

export interface RawJson {
  rawJson: string;
  /** It will never be another for the same question: whoever holds on to this object has it packed once for all who ask. */
  isImmutable?: true;
  /** This object is handed to all who ask until there is another: what a second one asks for is packed, once. */
  isShared?: true;
}

export const isRawJson = (reply: unknown): reply is RawJson =>
  typeof reply === 'object' && reply !== null && 'rawJson' in reply && typeof reply.rawJson === 'string';

/** Binds a bare endpoint whose handler writes the JSON text of the reply itself, or has it already. */
export function bindRaw<Call extends Endpoint>(
  call: Call,
  handle: (payload: PayloadOf<Call>) => Promise<string | RawJson> | string | RawJson,
): BoundCall {
  return {
    call,
    async handle(payload): Promise<RawJson> {
      const written = await handle(payload as PayloadOf<Call>);
      return typeof written === 'string' ? { rawJson: written } : written;
    },
  };
}

/** Binds an endpoint whose handler writes the JSON text of its data itself, and says whether it may change. */
export const bindText = <Call extends Endpoint>(
  call: Call,
  handle: (payload: PayloadOf<Call>) => Promise<RawJson> | RawJson,
): BoundCall => ({ call, handle: (payload) => handle(payload as PayloadOf<Call>) });

type PayloadOf<Call extends Endpoint> = Call['payload']['_zod']['output'];
