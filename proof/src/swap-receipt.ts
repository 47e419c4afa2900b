// Recomputes a swap from its receipt. Nothing the receipt claims is believed that its ticks do not show.
import { swapReceipt } from '@candor/wire';
import type { SwapReceipt } from '@candor/wire';
import { readArchivePages } from './archive-pages.ts';
import { spansOfRun, type ReceiptChain } from './archive-spans.ts';
import type { ReadArchive } from './check-archive.ts';
import { checkSwapArchive, checkSwapChains, checkSwapOutcome, checkSwapTerms, type Archives } from './check-swap.ts';
import type { CheckName } from './checks.ts';
import type { Amounts } from './receipt-form.ts';
import type { ReceiptRules, VerifyOptions } from './receipt-rules.ts';

export const swapRules: ReceiptRules<SwapReceipt, CheckName> = {
  words: 'the receipt of a swap',
  schema: swapReceipt,
  amountsOf,
  check(receipt, given) {
    const archive = archivesOf(receipt, given);
    const sound = [checkSwapTerms(receipt), checkSwapChains(receipt), checkSwapArchive(receipt, archive)];
    return [...sound, ...(sound.every((each) => each.ok) ? checkSwapOutcome(receipt, archive) : [])];
  },
  chainsOf,
  longSpansOf: ({ archive }, coin) => archive.filter((run) => run.coin === coin).flatMap(spansOfRun),
};

function amountsOf({ order, from_tick, to_tick, given, received }: SwapReceipt): Amounts {
  return [
    ['order.from_amount', order.from_amount],
    ['order.to_amount', order.to_amount],
    ['order.rate', order.rate],
    ['order.quoted_from', order.quoted_from],
    ['order.quoted_to', order.quoted_to],
    ['from_tick.price', from_tick?.price],
    ['to_tick.price', to_tick?.price],
    ['given', given],
    ['received', received],
  ];
}

/** What was fetched, by its coin. */
function archivesOf({ archive }: SwapReceipt, given: VerifyOptions['archive']): Archives {
  const pages = given === undefined ? undefined : [given].flat();
  const ofCoin = (coin: string): ReadArchive => pages && readArchivePages(pages.filter((page) => page.coin === coin));
  return new Map(archive.map(({ coin }) => [coin, ofCoin(coin)]));
}

/** Of each coin that has a price. */
function chainsOf({ order, archive, ...ticks }: SwapReceipt): ReceiptChain[] {
  return archive.map((run) => {
    const isFrom = run.coin === order.from_coin;
    const decided = isFrom ? ticks.from_tick : ticks.to_tick;
    return {
      coin: run.coin,
      after: isFrom ? order.accepted_from : order.accepted_to,
      afterMs: decided ? 0 : order.expires_ms,
      sequence: Math.max(run.ticks.at(-1)?.[0] ?? 0, decided?.sequence ?? 0),
    };
  });
}
