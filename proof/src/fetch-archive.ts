// Gets from a server's public pages what its receipts are compared with: the ticks and the key.
import { getProofKey, getTicks } from '@candor/wire';
import type { Receipt, TickRun } from '@candor/wire';
import { parseStrictJson } from './strict-json.ts';

const timeoutMs = 20_000;
const ticksAPage = 1000;
// An order's ticks at ten a second for a day; a server that answers with more is not believed.
const ticksAtMost = 900_000;

/** The public ticks from the order's accepted sequence on, to the first one after the moment that decided it. */
export async function fetchArchive(base: string, receipt: Receipt): Promise<TickRun> {
  const { order } = receipt;
  const { untilMs, lastSequence } = endOf(receipt);
  let run = await fetchTicks(base, order.coin, order.accepted_sequence);
  for (;;) {
    const last = run.ticks.at(-1);
    if (last === undefined || run.ticks.length > ticksAtMost) return run;
    if (last[3] > untilMs && last[0] >= lastSequence) return run;
    const next = await fetchTicks(base, order.coin, last[0]);
    if (next.ticks.length === 0) return run;
    if (next.start_hash !== run.end_hash) throw new Error(`the archive's chain breaks after tick ${last[0]}`);
    run = { ...run, ticks: [...run.ticks, ...next.ticks], end_hash: next.end_hash };
  }
}

/** How far the ticks must go to show that nothing came before what decided. */
function endOf(receipt: Receipt): { untilMs: number; lastSequence: number } {
  const windowEndMs = receipt.order.received_ms + receipt.terms.entry_window_ms;
  if (receipt.kind === 'option') {
    return { untilMs: receipt.expires_ms ?? windowEndMs, lastSequence: receipt.archive.ticks.at(-1)?.[0] ?? 0 };
  }
  const lastSequence = Math.max(
    receipt.archive.at(-1)?.ticks.at(-1)?.[0] ?? 0,
    receipt.exit?.sequence ?? 0,
    receipt.cancel?.accepted_sequence ?? 0,
  );
  return { untilMs: receipt.cancel_reason === 'no-entry-tick' ? windowEndMs : 0, lastSequence };
}

/** The key that the server says its receipts are signed with. */
export async function fetchPublishedKey(base: string): Promise<string> {
  return getProofKey.reply.parse(await fetchData(new URL(getProofKey.path, base))).public_key;
}

async function fetchTicks(base: string, coin: string, after: number): Promise<TickRun> {
  const url = new URL(getTicks.path, base);
  url.search = new URLSearchParams({ coin, after: String(after), last: String(after + ticksAPage) }).toString();
  const { coin: answered, start_hash, ticks, end_hash } = getTicks.reply.parse(await fetchData(url));
  return { coin: answered, start_hash, ticks, end_hash };
}

async function fetchData(url: URL): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${url.href} answers ${response.status}`);
  const body = parseStrictJson(await response.text());
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
}
