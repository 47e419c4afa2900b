// The order ticket: side, kind, price, sheets, stops, and below them what it costs and risks at each moment.
import { formatAmount, submitContract, contractSides } from '@candor/wire';
import type { Coin, ContractOrderMessage, ContractsConfigMessage, Failure } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useOpenMarket } from '../session/live/use-open-market.ts';
import { usePrice } from '../session/live/use-live.ts';
import { useUser } from '../session/session.ts';
import { useUsdt } from '../session/use-available.ts';
import { useSend } from '../session/use-send.ts';
import { useText } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';
import { finishAmount } from '../ui/type-amount.ts';
import { useAsking } from './asking.ts';
import { lookAgainSoon } from './own-contracts.ts';
import { TicketFields } from './ticket-fields.tsx';
import { TicketReview } from './ticket-review.tsx';
import { budgetOf, judgeDraft, leverOf, maxSheets } from './ticket-rules.ts';
import type { Draft, Fault, TicketField } from './ticket-rules.ts';

export interface TicketProps {
  coin: Coin;
  terms: ContractsConfigMessage;
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
  onPlaced: (order: ContractOrderMessage) => void;
  /** Whoever is not verified gets the prompt instead. */
  onUnverified: () => void;
  /** Stands within a sheet. */
  isInSheet?: boolean;
}

const fieldOf: Partial<Record<Failure['code'], TicketField>> = {
  'insufficient-balance': 'sheets',
  'margin-share-exceeded': 'sheets',
  'sheets-out-of-range': 'sheets',
  'order-limit-reached': 'sheets',
  'limit-price-crossed': 'price',
};

export function Ticket({ coin, terms, draft, onChange, onPlaced, onUnverified, isInSheet }: TicketProps): ReactNode {
  const t = useText();
  const user = useUser();
  const funds = useUsdt();
  const marketPrice = usePrice(coin.symbol);
  const isOpen = useOpenMarket(coin.symbol);
  const { asks } = useAsking();
  const [tried, setTried] = useState<{ draft: Draft; failure?: Failure }>();
  const [isReviewing, setReviewing] = useState(false);
  const order = useSend(submitContract, { shows: ({ code }) => fieldOf[code] !== undefined });

  const judged = judgeDraft({ draft, coin, terms, marketPrice, funds });
  const isSame = tried?.draft === draft;
  const named = isSame && tried.failure ? fieldOf[tried.failure.code] : undefined;
  const refused: Fault[] = named ? [{ field: named, code: tried!.failure!.code as Fault['code'], facts: tried!.failure!.facts }] : []; // prettier-ignore
  // A fault is said once there was a chance to finish typing, and at once when no further digit can mend it.
  const isSaid = ({ code }: Fault): boolean => isSame || code === 'insufficient-balance' || code === 'margin-share-exceeded'; // prettier-ignore
  const faults = [...judged.faults.filter(isSaid), ...refused];
  const most = funds && judged.price ? maxSheets({ price: judged.price, coin, terms, budget: budgetOf(funds, terms) }) : 0; // prettier-ignore

  function check(): void {
    setTried({ draft });
    if (user?.status !== '1') return onUnverified();
    if (judged.faults.length > 0 || judged.cost === undefined) return;
    if (asks) setReviewing(true);
    else void place();
  }

  async function place(): Promise<void> {
    const { price, sheets, cost } = judged;
    if (user === null || price === undefined || sheets === undefined || cost === undefined) return;
    const outcome = await order.send({
      trade_price: formatAmount(price),
      trade_lever: leverOf(terms),
      trade_user_id: user.account_id,
      trade_type: 1,
      trade_transaction_type: contractSides[draft.side],
      trade_btc_tpye: coin.symbol,
      usd_num: formatAmount(cost.margin),
      sheets_num: sheets,
      order_type: draft.orderType,
      take_profit: draft.hasStops ? finishAmount(draft.stops.takeProfit) : '',
      stop_loss: draft.hasStops ? finishAmount(draft.stops.stopLoss) : '',
    });
    if (outcome === undefined) return;
    setReviewing(false);
    lookAgainSoon();
    if (outcome.ok) {
      setTried(undefined);
      toast.success(t('contracts.submitted'));
      onPlaced(outcome.data);
    } else if (outcome.code === 'verification-required') onUnverified();
    else setTried({ draft, failure: outcome });
  }

  const shown = { coin, terms, draft, judged, isOpen, isSending: order.isSending, isInSheet: isInSheet === true };
  if (isReviewing && judged.cost && judged.sheets) {
    return <TicketReview {...shown} onBack={() => setReviewing(false)} onConfirm={() => void place()} />;
  }
  return (
    <TicketFields
      {...shown}
      faults={faults}
      most={most}
      funds={funds}
      marketPrice={marketPrice}
      onChange={onChange}
      onSubmit={check}
    />
  );
}
