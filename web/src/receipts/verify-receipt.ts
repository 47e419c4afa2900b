// Recomputes a receipt in this browser, against the key and the ticks that the server shows to everybody. Loaded on demand.
import '../session/no-eval.ts';
import { parseStrictJson, verifyReceipt as recompute } from '@candor/proof';
import type { Check, CheckName, ContractCheckName, VerifyOptions } from '@candor/proof';
import { getProofKey, getTicks } from '@candor/wire';
import type { ContractReceipt, OptionReceipt, Receipt, TickRun } from '@candor/wire';

export type AnyCheckName = CheckName | ContractCheckName;
export type AnyCheck = Check<AnyCheckName>;

export interface Verdict {
  ok: boolean;
  checks: AnyCheck[];
  /** Ticks of the public archive that were compared. */
  ticks: number;
  tookMs: number;
}

const ticksAPage = 1000;
// An order's ticks at ten a second for a day; an archive that answers with more is not believed.
const ticksMax = 900_000;

/** Rejects only when key or archive could not be had: then nothing can be said. */
export async function verifyReceipt(text: string): Promise<Verdict> {
  const value = readStrictly(text);
  if (value === undefined) return { ...verdictOf(undefined, {}), tookMs: 0 };
  const [trustedKey, archive] = await Promise.all([fetchKey(), fetchArchive(value as Receipt)]);
  const startedAt = performance.now();
  const verdict = verdictOf(value, archive === undefined ? { trustedKey } : { trustedKey, archive });
  return { ...verdict, tookMs: performance.now() - startedAt };
}

const verdictOf = (value: unknown, options: VerifyOptions): Omit<Verdict, 'tookMs'> => ({
  ...recompute(value, options),
  ticks: options.archive?.ticks.length ?? 0,
});

/** A text with a repeated key or a number that would change has no single meaning: no receipt. */
function readStrictly(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    return undefined;
  }
}

async function fetchKey(): Promise<string> {
  const { public_key: key } = (await fetchData(getProofKey.path)) as { public_key?: unknown };
  if (typeof key !== 'string') throw new Error('the server did not tell its key');
  return key;
}

/** From the order's accepted sequence to the first tick after the moment that decided it. Proof checks the form of what came. */
async function fetchArchive(receipt: Receipt): Promise<TickRun | undefined> {
  const { order } = receipt;
  if (typeof order?.coin !== 'string' || typeof order.accepted_sequence !== 'number') return undefined;
  const { untilMs, sequence } = receipt.kind === 'contract' ? endOfContract(receipt) : endOfOption(receipt);
  let run = await fetchPage(order.coin, order.accepted_sequence);
  for (;;) {
    const last = run.ticks.at(-1);
    if (last === undefined || run.ticks.length > ticksMax || (last[3] > untilMs && last[0] >= sequence)) return run;
    const next = await fetchPage(order.coin, last[0]);
    if (next.ticks.length === 0) return run;
    run = { ...run, ticks: [...run.ticks, ...next.ticks], end_hash: next.end_hash };
  }
}

/** How far the ticks must go to show that nothing came before what decided. */
interface End {
  untilMs: number;
  sequence: number;
}

const endOfOption = ({ order, terms, expires_ms: expiresMs, archive }: OptionReceipt): End => ({
  untilMs: expiresMs ?? order.received_ms + (terms?.entry_window_ms ?? 0),
  sequence: archive?.ticks?.at?.(-1)?.[0] ?? 0,
});

/** What the ticks decide needs no tick after it, but for the one that never came. */
function endOfContract({ order, terms, archive, exit, cancel, cancel_reason: reason }: ContractReceipt): End {
  const last = Array.isArray(archive) ? archive.at(-1)?.ticks?.at?.(-1)?.[0] : undefined;
  return {
    untilMs: reason === 'no-entry-tick' ? order.received_ms + (terms?.entry_window_ms ?? 0) : 0,
    sequence: Math.max(last ?? 0, exit?.sequence ?? 0, cancel?.accepted_sequence ?? 0),
  };
}

async function fetchPage(coin: string, after: number): Promise<TickRun> {
  const query = new URLSearchParams({ coin, after: String(after), last: String(after + ticksAPage) });
  const page = (await fetchData(`${getTicks.path}?${query.toString()}`)) as TickRun;
  if (!Array.isArray(page.ticks)) throw new Error('the archive did not answer with ticks');
  return { coin: page.coin, start_hash: page.start_hash, ticks: page.ticks, end_hash: page.end_hash };
}

async function fetchData(path: string): Promise<object> {
  const response = await fetch(path, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  const body = parseStrictJson(await response.text()) as { data?: unknown } | null;
  if (typeof body?.data !== 'object' || body.data === null) throw new Error(`${path} answers without data`);
  return body.data;
}
