// Who makes a request, and whose bucket of tokens it is counted in.
import { describeRefusal } from '@candor/wire';
import type { RefusalCode } from '@candor/wire';
import type { FastifyRequest } from 'fastify';
import type { OperatorSession, Session } from '../kit/feature.ts';
import type { Buckets } from './rate-limits.ts';

export interface Asker {
  session: Session | OperatorSession | undefined;
  /** Why it could not be found out who asks, e.g. that the database is away. */
  failure: { error: unknown } | undefined;
  /** When it was found out, by the time that only goes forward. */
  foundAt: number;
  /** Undefined where nothing is limited. */
  bucket: { of: Buckets; key: string } | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined only for what can't be routed at all. */
    asker: Asker | undefined;
  }
  interface FastifyContextConfig {
    /** Tokens that a request of this route takes. */
    weight?: number;
    /** It needs to know who asks, so a session is looked up where it isn't at hand. */
    isCall?: true;
    /** Answered under any name: who watches a server may know it by another one. */
    isProbe?: true;
  }
}

/** Seconds to wait; 0 if the tokens were there and are taken. */
export const takeTokens = ({ asker }: FastifyRequest, weight: number): number =>
  asker?.bucket === undefined ? 0 : asker.bucket.of.take(asker.bucket.key, weight);

/** A refused request counts twice: asking for what will be refused is cheap to do, and dear to answer. */
export function chargeRefusal({ asker }: FastifyRequest, code: RefusalCode): void {
  if (asker?.bucket === undefined || code === 'too-many-requests' || describeRefusal(code).http === 503) return;
  asker.bucket.of.spend(asker.bucket.key, 1);
}

/** Sent bytes that cost a token: what a reader does not take waits in memory, ours or the system's. */
const bytesPerToken = 64 * 1024;

export const chargeBytes = ({ asker }: FastifyRequest, bytes: number): void =>
  asker?.bucket?.of.spend(asker.bucket.key, bytes / bytesPerToken);
