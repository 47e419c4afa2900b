// A reply that is a file of its own: streamed, with a tag by which caches know it again.
import type { Readable } from 'node:stream';
import type { Endpoint } from '@candor/wire';
import type { BoundCall, CallContext } from './feature.ts';

export interface Download {
  fileName: string;
  contentType: string;
  /** The same as long as the content is; not looked at where nothing is kept. */
  tag: string;
  /** For whoever asked alone: nothing on the way keeps it. */
  isPrivate?: true;
  /** It will never change. */
  isFinal: boolean;
  /** Begins to read it; throws a refusal when too much is read already. */
  open(): Readable;
}

const downloads = new WeakSet<object>();

export const isDownload = (reply: unknown): reply is Download =>
  typeof reply === 'object' && reply !== null && downloads.has(reply);

/** Binds an endpoint that answers with a file. */
export function bindDownload<Call extends Endpoint>(
  call: Call,
  handle: (payload: Call['payload']['_zod']['output'], context: CallContext) => Promise<Download>,
): BoundCall {
  return {
    call,
    async handle(payload, context) {
      const download = await handle(payload as Call['payload']['_zod']['output'], context);
      // Marked, so that http tells it from data.
      downloads.add(download);
      return download;
    },
  };
}
