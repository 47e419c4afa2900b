// Recomputes a receipt in this browser, against the key and the ticks that the server shows to everybody. Loaded on demand.
import { collectArchive, parseStrictJson, readReceipt, ticksWhereCut, verifyReceipt as recompute } from '@candor/proof';
import type { VerifyOptions } from '@candor/proof';
import { getProofKey, getTicks } from '@candor/wire';
import type { Receipt, TickRun } from '@candor/wire';
import { ticksMax, type Verdict, type VerifyRequest } from './verification.ts';

const pagesAtOnce = 5;

/** Rejects only when key or archive could not be had: then nothing can be said. */
export async function verifyReceipt({ text, isWhole, onProgress, signal }: VerifyRequest): Promise<Verdict> {
  const value = readStrictly(text);
  if (value === undefined) return verdictOf(undefined, {});
  const form = readReceipt(value);
  if (!('receipt' in form)) return verdictOf(value, {});
  const { receipt } = form;
  const pageAfter = (after: number, last: number, coin: string): Promise<TickRun> =>
    fetchPage({ coin, after, last }, signal);
  const most = isWhole ? ticksMax.whole : ticksMax.quick;
  const [trustedKey, archive] = await Promise.all([
    fetchKey(signal),
    collectArchive(receipt, {
      pageAfter,
      ticksMax: most,
      pagesAtOnce,
      onProgress: (done, pages) => onProgress({ done, pages }),
    }),
  ]);
  return { ...verdictOf(value, { trustedKey, archive }), cutFrom: ticksWhereCut(receipt, most) };
}

/** Of a file whose origin nobody knows; undefined unless all of it has the form of a receipt. */
export function readReceiptText(text: string): Receipt | undefined {
  const form = readReceipt(readStrictly(text));
  return 'receipt' in form ? form.receipt : undefined;
}

const verdictOf = (value: unknown, options: VerifyOptions & { archive?: readonly TickRun[] }): Verdict => ({
  ...recompute(value, options),
  ticks: options.archive?.reduce((sum, { ticks }) => sum + ticks.length, 0) ?? 0,
});

/** A text with a repeated key or a number that would change has no single meaning: no receipt. */
function readStrictly(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    return undefined;
  }
}

async function fetchKey(signal: AbortSignal): Promise<string> {
  const { public_key: key } = (await fetchData(getProofKey.path, signal)) as { public_key?: unknown };
  if (typeof key !== 'string') throw new Error('the server did not tell its key');
  return key;
}

interface Page {
  coin: string;
  after: number;
  last: number;
}

/** Proof checks the form of what came. */
async function fetchPage({ coin, after, last }: Page, signal: AbortSignal): Promise<TickRun> {
  const query = new URLSearchParams({ coin, after: String(after), last: String(last) });
  const page = (await fetchData(`${getTicks.path}?${query.toString()}`, signal)) as TickRun;
  if (!Array.isArray(page.ticks)) throw new Error('the archive did not answer with ticks');
  return { coin: page.coin, start_hash: page.start_hash, ticks: page.ticks, end_hash: page.end_hash };
}

const waitMaxSeconds = 10;
const triesMax = 30;

/** As nobody, so that many pages don't use up what the account may ask for; a server that says to wait is asked again. */
async function fetchData(path: string, signal: AbortSignal): Promise<object> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(path, { signal, credentials: 'omit', headers: { accept: 'application/json' } });
    if ([429, 503].includes(response.status) && tries < triesMax) {
      const seconds = parseInt(response.headers.get('retry-after') ?? '1', 10) || 1;
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, waitMaxSeconds) * 1000));
      continue;
    }
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    const body = parseStrictJson(await response.text()) as { data?: unknown } | null;
    if (typeof body?.data !== 'object' || body.data === null) throw new Error(`${path} answers without data`);
    return body.data;
  }
}
