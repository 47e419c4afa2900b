// A receipt as the very text that was signed: shown from it, verified from it, kept as it is.
import { getReceipt, getSharedReceipt, isRefusalCode, receiptKinds } from '@candor/wire';
import type { Facts, Receipt, ReceiptKind } from '@candor/wire';
import { useQuery } from '@tanstack/react-query';
import { refreshSession } from '../session/session.ts';
import { readKey, RefusedError } from '../data/use-read.ts';
import type { Reading } from '../data/use-read.ts';

export interface ReadReceipt {
  text: string;
  receipt: Receipt;
}

/** How soon one that does not exist yet is asked for again: when its order runs, and when only the next price is missing. */
const againAfterMs: Record<string, number> = { 'not-settled': 2_000, 'receipt-follows': 500 };

/** A receipt never changes; only one that does not exist yet is asked for again. */
export const useReceipt = (kind: ReceiptKind, id: string): Reading<ReadReceipt> =>
  useQuery<ReadReceipt, RefusedError>({
    queryKey: readKey(getReceipt, { kind, id }),
    queryFn: ({ signal }) =>
      fetchReceipt(getReceipt.path.replace(':kind', kind).replace(':id', encodeURIComponent(id)), signal),
    staleTime: Infinity,
    refetchInterval: ({ state }) => againAfterMs[state.error?.failure.code ?? ''] ?? false,
  });

/** Of whichever account: its owner may take it back at any time, so it is asked for anew with each visit. */
export const useSharedReceipt = (token: string): Reading<ReadReceipt> =>
  useQuery<ReadReceipt, RefusedError>({
    queryKey: readKey(getSharedReceipt, { token }),
    queryFn: ({ signal }) => fetchReceipt(getSharedReceipt.path.replace(':token', encodeURIComponent(token)), signal),
  });

async function fetchReceipt(path: string, signal: AbortSignal): Promise<ReadReceipt> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { signal, headers: { accept: 'application/json' } });
    text = await response.text();
  } catch {
    throw failure('unreachable', 0);
  }
  const value = parse(text);
  if (response.status === 200 && isReceipt(value)) return { text, receipt: value };
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
  receiptKinds.some((kind) => kind === (value as { kind?: unknown }).kind) &&
  ['order', 'terms', 'archive', 'issuer'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'object',
  );
