// A receipt as the very text that was signed: shown from it, verified from it, kept as it is.
import { getReceipt, isRefusalCode } from '@candor/wire';
import type { Facts, Receipt } from '@candor/wire';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { refreshSession } from '../session/session.ts';
import { readKey, RefusedError } from '../session/use-read.ts';

export const receiptKinds = ['option', 'contract'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

export interface ReadReceipt {
  text: string;
  receipt: Receipt;
}

/** A receipt never changes; only one that does not exist yet is asked for again. */
export const useReceipt = (kind: ReceiptKind, id: string): UseQueryResult<ReadReceipt, RefusedError> =>
  useQuery<ReadReceipt, RefusedError>({
    queryKey: readKey(getReceipt, { kind, id }),
    queryFn: ({ signal }) => fetchReceipt({ kind, id }, signal),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.error?.failure.code === 'not-settled' ? 2_000 : false),
  });

async function fetchReceipt(
  { kind, id }: { kind: ReceiptKind; id: string },
  signal: AbortSignal,
): Promise<ReadReceipt> {
  const path = getReceipt.path.replace(':kind', kind).replace(':id', encodeURIComponent(id));
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { signal, headers: { accept: 'application/json' } });
    text = await response.text();
  } catch {
    throw failure('unreachable', 0);
  }
  const value = parse(text);
  if (response.status === 200 && isReceipt(value) && value.kind === kind) return { text, receipt: value };
  const { code, facts } = (value ?? {}) as { code?: unknown; facts?: Facts };
  if (typeof code !== 'string' || !isRefusalCode(code)) throw failure('unreachable', response.status);
  if (code === 'login-required') void refreshSession();
  throw failure(code, response.status, facts);
}

const failure = (code: RefusedError['failure']['code'], httpStatus: number, facts: Facts = {}): RefusedError =>
  new RefusedError({ ok: false, code, facts, status: 0, httpStatus });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Enough of one to be shown; whether it is sound is what verifying is for. */
const isReceipt = (value: unknown): value is Receipt =>
  typeof value === 'object' &&
  value !== null &&
  ['order', 'terms', 'archive', 'issuer'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'object',
  );
