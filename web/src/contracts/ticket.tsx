// The order ticket: side, kind, price, sheets, stops, and below them what it costs and risks at each moment.
import { formatAmount, submitContract, contractSides } from '@candor/wire';
import type { Coin, ContractOrderMessage, ContractsConfigMessage, FailureCode } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useOpenMarket } from '../live/use-open-market.ts';
import { usePrice } from '../live/use-live.ts';
import { VerifyFirst, VerifyPrompt } from '../market/verify-prompt.tsx';
import { useUser } from '../session/session.ts';
import { useUsdt } from '../live/use-available.ts';
import { contractChanges } from './contract-list.ts';
import { useDraft } from '../data/use-draft.ts';
import { useT } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';
import { useAsking } from './asking.ts';
import { useOpenOrders } from './own-contracts.ts';
import { TicketFields } from './ticket-fields.tsx';
import { TicketReview } from './ticket-review.tsx';
import { budgetOf, judgeDraft, leverOf, maxSheets } from './ticket-rules.ts';
import type { Draft, Judged } from './ticket-rules.ts';

export interface TicketProps {
  coin: Coin;
  terms: ContractsConfigMessage;
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
  onPlaced: (order: ContractOrderMessage) => void;
  /** The page is left for another one. */
  onLeave: () => void;
  /** Stands within a sheet. */
  isInSheet?: boolean;
}

const fields: Partial<Record<FailureCode, keyof Draft>> = {
  'insufficient-balance': 'sheets',
  'margin-share-exceeded': 'sheets',
  'sheets-out-of-range': 'sheets',
  'order-limit-reached': 'sheets',
  'margin-too-small': 'sheets',
  'open-orders-limit': 'sheets',
  'limit-price-crossed': 'price',
  'limit-price-too-far': 'price',
};

export function Ticket({ coin, terms, draft, onChange, onPlaced, onLeave, isInSheet }: TicketProps): ReactNode {
  const t = useT();
  const user = useUser();
  const funds = useUsdt();
  const marketPrice = usePrice(coin.symbol);
  const isOpen = useOpenMarket(coin.symbol);
  const { asks } = useAsking();
  const [isPrompted, setPrompted] = useState(false);
  const open = useOpenOrders();
  const judgedOf = (fields: Draft): Judged => judgeDraft({ draft: fields, coin, terms, marketPrice, funds, open });
  const judged = judgedOf(draft);
  const most = funds && judged.price ? maxSheets({ price: judged.price, coin, terms, budget: budgetOf(funds, terms) }) : 0; // oxfmt-ignore
  const form = useDraft({
    kept: { fields: draft, change: onChange },
    judge: (changed) => judgedOf(changed).faults,
    call: submitContract,
    changes: contractChanges,
    payloadOf: (sent) => user && payloadOf(sent, { judged: judgedOf(sent), coin, terms, userId: user.account_id }),
    fieldOf: (code) => fields[code],
    textOf: (code) => (code === 'insufficient-balance' ? 'contracts.recharge' : undefined),
    onDone(order) {
      toast.success(t('contracts.submitted'));
      onPlaced(order);
    },
    onUnverified: () => setPrompted(true),
    review: { isOn: asks },
  });

  const isJudged = judged.cost !== undefined && judged.sheets !== undefined;
  // Once it was left for want of a price, a review comes back by a tap of its own.
  useEffect(() => void (form.isReviewing && !isJudged && form.leaveReview()));
  const verifying = {
    title: t('contracts.verifyTitle'),
    confirm: t('contracts.verifyNow'),
    text: { ofDemo: t('contracts.verifyDemo'), otherwise: t('contracts.verifyText') },
    onLeave,
  };
  const shown = { coin, terms, form, judged, isOpen, isInSheet: isInSheet === true };
  return (
    <>
      {form.isReviewing && isJudged ? (
        <TicketReview {...shown} />
      ) : (
        <>
          <VerifyFirst {...verifying} className="mb-2" />
          <TicketFields {...shown} most={most} funds={funds} marketPrice={marketPrice} />
        </>
      )}
      <VerifyPrompt isOpen={isPrompted} onClose={() => setPrompted(false)} {...verifying} />
    </>
  );
}

interface SentFacts extends Pick<TicketProps, 'coin' | 'terms'> {
  judged: Judged;
  userId: string;
}

/** Undefined while there is no price. */
function payloadOf(draft: Draft, { judged: { price, sheets, cost }, coin, terms, userId }: SentFacts) {
  if (price === undefined || sheets === undefined || cost === undefined) return undefined;
  return {
    trade_price: formatAmount(price),
    trade_lever: leverOf(terms),
    trade_user_id: userId,
    trade_type: 1 as const,
    trade_transaction_type: contractSides[draft.side],
    trade_btc_tpye: coin.symbol,
    usd_num: formatAmount(cost.margin),
    sheets_num: sheets,
    order_type: draft.orderType,
    config_version: terms.config_version,
    take_profit: draft.hasStops ? draft.takeProfit : '',
    stop_loss: draft.hasStops ? draft.stopLoss : '',
  };
}
