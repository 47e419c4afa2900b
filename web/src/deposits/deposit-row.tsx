// A deposit in a list: what came, by which transaction, and how far it is.
import type { DepositMessage, DepositStateShown } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import type { BadgeTone } from '../ui/badge.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Figure } from '../ui/text.tsx';
import { shortTxid } from './deposit-ways.ts';

const tones: Record<DepositStateShown, BadgeTone> = {
  seen: 'accent',
  credited: 'good',
  orphaned: 'danger',
  dust: 'neutral',
  unmatched: 'warn',
  held: 'warn',
  frozen: 'danger',
};

export function DepositRow({ deposit }: { deposit: DepositMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { state, coin_code: coin, txid, confirmations, confirmations_needed: needed } = deposit;
  const counted = t('deposits.counted', { done: formats.whole(confirmations), needed: formats.whole(needed) });
  return (
    <Row
      start={<CoinIcon coin={coin} />}
      title={<Money amount={deposit.amount} coin={coin} precision="short" hasCoin isPrivate />}
      note={
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span>{deposit.network_title}</span>
          <bdi>{formats.dateTime(deposit.seen_at)}</bdi>
          <span dir="ltr" className="inline-flex items-center">
            <Figure>{shortTxid(txid)}</Figure>
            <CopyButton text={txid} label={t('deposits.txid')} />
          </span>
        </span>
      }
      end={<Badge tone={tones[state]}>{t(`deposits.state_${state}`)}</Badge>}
      endNote={state === 'seen' ? counted : undefined}
    />
  );
}
