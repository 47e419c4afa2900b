// How far a receipt must be compared with the public archive.
import type { ContractReceipt, OptionReceipt, Receipt, SwapReceipt } from '@candor/wire';
import { exitWaitOf } from './decide-option.ts';

/** The archive has been read far enough with a tick that was published after `afterMs` and has at least this sequence. */
export interface ArchiveEnd {
  afterMs: number;
  sequence: number;
}

/** A chain of ticks that a receipt rests on: from where on, and up to the first that shows that nothing came before what decided. */
export interface ReceiptChain extends ArchiveEnd {
  coin: string;
  after: number;
}

export const chainsOf = (receipt: Receipt): ReceiptChain[] => {
  if (receipt.kind === 'swap') return chainsOfSwap(receipt);
  const end = receipt.kind === 'option' ? endOfOption(receipt) : endOfContract(receipt);
  return [{ coin: receipt.order.coin, after: receipt.order.accepted_sequence, ...end }];
};

/** Of each coin that has a price. */
const chainsOfSwap = ({ order, archive, ...ticks }: SwapReceipt): ReceiptChain[] =>
  archive.map((run) => {
    const isFrom = run.coin === order.from_coin;
    const decided = isFrom ? ticks.from_tick : ticks.to_tick;
    return {
      coin: run.coin,
      after: isFrom ? order.accepted_from : order.accepted_to,
      afterMs: decided ? 0 : order.expires_ms,
      sequence: Math.max(run.ticks.at(-1)?.[0] ?? 0, decided?.sequence ?? 0),
    };
  });

function endOfOption({ order, terms, expires_ms: expiresMs, exit, archive }: OptionReceipt): ArchiveEnd {
  const sequence = archive.ticks.at(-1)?.[0] ?? 0;
  if (expiresMs === null) return { afterMs: order.received_ms + terms.entry_window_ms, sequence };
  return { afterMs: exit === null ? expiresMs + exitWaitOf(terms) : expiresMs, sequence };
}

/** What the ticks decide needs no tick after it, but for the one that never came. */
function endOfContract({ order, terms, archive, exit, cancel, cancel_reason: reason }: ContractReceipt): ArchiveEnd {
  const { entry_window_ms: windowMs, limit_expiry_ms: expiryMs = 0 } = terms;
  const waitedMs = reason === 'no-entry-tick' ? windowMs : reason === 'expired' ? expiryMs : undefined;
  return {
    afterMs: waitedMs === undefined ? 0 : order.received_ms + waitedMs,
    sequence: Math.max(archive.at(-1)?.ticks.at(-1)?.[0] ?? 0, exit?.sequence ?? 0, cancel?.accepted_sequence ?? 0),
  };
}
