// What a person's own limit swaps wait for on a coin, as lines of its chart. Pure but for the hook.
import { findExchangeList, formatAmount, one, swapRate, wad } from '@candor/wire';
import type { Coin, SwapOrderMessage } from '@candor/wire';
import { useMemo } from 'react';
import type { ChartLine } from '../chart/price-line.ts';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';

/** More than may wait at once. */
const pagesize = 100;

/** The same array while nothing in it changes. A tap leads to where they are listed. */
export function useLimitLines(coin: Coin): readonly ChartLine[] {
  const t = useT();
  const userId = useUser()?.account_id;
  const question = { account_id: userId ?? '', status: 'pending' as const, coin: '', from: '', to: '', pagesize };
  const waiting = useRead(findExchangeList, question, { isEnabled: userId !== undefined }).data?.RESULT_LIST;
  return useMemo(
    () =>
      limitLines(waiting ?? [], coin).map((line) => ({
        ...line,
        text: t('market.swap'),
        onTap: () => navigate('/exchange?part=history'),
      })),
    [waiting, coin, t],
  );
}

/** At the price in USDT that fills each: above the market for what is given of the coin, below it for what is bought. */
export const limitLines = (waiting: readonly SwapOrderMessage[], { code }: Coin): ChartLine[] =>
  waiting
    .filter(
      ({ kind, status, from_coin, to_coin }) =>
        kind === 'limit' && status === 'pending' && [from_coin, to_coin].includes(code),
    ) // oxfmt-ignore
    .map(({ exchange_id, from_coin, rate }) => ({
      id: exchange_id,
      price: from_coin === code ? rate : formatAmount(swapRate({ from: one, to: wad(rate) })),
      kind: 'order',
    }));
