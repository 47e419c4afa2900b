// Trading contracts on one coin: head, chart with one's own lines, the four tabs, the market, and the ticket beside or over them.
import { queryOrderList } from '@candor/wire';
import type { Coin, ContractSide } from '@candor/wire';
import { useMemo, useState } from 'react';
import { useKeptFields } from '../data/kept-fields.ts';
import type { ReactNode } from 'react';
import { useOverdue } from '../live/use-overdue.ts';
import { BookPanel } from '../market/book-panel.tsx';
import type { OnPrice } from '../market/book-panel.tsx';
import { MarketDetails } from '../market/market-details.tsx';
import { MarketHead } from '../market/market-head.tsx';
import { useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { useWide } from '../ui/use-screen.ts';
import { Heading } from '../ui/text.tsx';
import { ContractChart } from './contract-chart.tsx';
import { ContractTabs } from './contract-tabs.tsx';
import { MarketBanner } from './market-banner.tsx';
import { overdueAt, useContracts, useTerms } from './own-contracts.ts';
import type { ContractTab } from './own-contracts.ts';
import { TermsLoaded } from './terms-loaded.tsx';
import { Ticket } from './ticket.tsx';
import type { TicketProps } from './ticket.tsx';
import { newDraft } from './ticket-rules.ts';
import type { Draft } from './ticket-rules.ts';
import { TradeBar, TradeButtons } from './trade-bar.tsx';

/** A log-in in between loses nothing of it. */
const draftFields = Object.keys(newDraft) as (keyof Draft)[];

export function ContractsTrading({ coin }: { coin: Coin }): ReactNode {
  const isWide = useWide();
  const { isOffered } = useTerms();
  const [positions, waiting] = [useContracts('positions').data, useContracts('open').data];
  const orders = useMemo(() => [...(waiting ?? []), ...(positions ?? [])], [waiting, positions]);
  useOverdue(orders, overdueAt, queryOrderList);
  const [tab, setTab] = useState<ContractTab>('positions');
  const [draft, setDraft, forget] = useKeptFields<Draft>(newDraft, {
    name: `contract ${coin.code}`,
    fields: draftFields,
  });
  const [isTicketOpen, setTicketOpen] = useState(false);

  const ticket: Omit<TicketProps, 'terms'> = {
    coin,
    draft,
    onChange: (changed) => setDraft((now) => ({ ...now, ...changed })),
    onPlaced(order) {
      setTicketOpen(false);
      setDraft((now) => ({ ...newDraft, side: now.side }));
      forget();
      setTab(order.order_type === 'limit' ? 'open' : 'positions');
    },
    onLeave: () => setTicketOpen(false),
  };
  /** Waits in the book beside those who are there: below the market one buys, above it one sells. */
  const queueAt: OnPrice = (price, side) => {
    const limit = { side: side === 'bids' ? 'long' : 'short', orderType: 'limit', price } as const;
    setDraft((now) => ({ ...now, ...limit, takeProfit: '', stopLoss: '' }));
    setTicketOpen(true);
  };
  const begin = (side: ContractSide): void => {
    if (side !== draft.side) setDraft((now) => ({ ...now, side, takeProfit: '', stopLoss: '' }));
    setTicketOpen(true);
  };

  return (
    <div className="flex min-w-0 flex-1 flex-col wide:flex-row wide:gap-4 wide:px-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <MarketHead coin={coin} isBrief />
        <ContractChart
          coin={coin}
          orders={orders}
          className="h-[clamp(10.5rem,calc(100dvh-max(33rem,5.28*var(--r))),24rem)] wide:h-[52dvh]"
          {...(!isWide && isOffered !== false && { actions: <TradeButtons onBegin={begin} /> })}
        />
        <div className="flex flex-col gap-3 px-4 pt-2 wide:px-0">
          <MarketBanner coin={coin} />
          <ContractTabs tab={tab} onTab={setTab} coin={coin} />
          <div className="pt-4">
            <MarketDetails
              coin={coin}
              views={isWide ? ['depth', 'tape', 'about'] : ['book', 'depth', 'tape', 'about']}
              {...(isOffered !== false && { onPrice: queueAt })}
            />
          </div>
        </div>
        {!isWide && isOffered !== false && (
          <TradeBar coin={coin} isOpen={isTicketOpen} onBegin={begin} onClose={() => setTicketOpen(false)}>
            <TermsLoaded>{(terms) => <Ticket {...ticket} terms={terms} isInSheet />}</TermsLoaded>
          </TradeBar>
        )}
      </div>
      {isWide && <Beside coin={coin} ticket={ticket} onPrice={queueAt} />}
    </div>
  );
}

interface BesideProps {
  coin: Coin;
  ticket: Omit<TicketProps, 'terms'>;
  onPrice: OnPrice;
}

/** Book and ticket, where there is room for them. */
function Beside({ coin, ticket, onPrice }: BesideProps): ReactNode {
  const t = useT();
  return (
    <>
      <div className="w-48 shrink-0">
        <Heading>{t('market.book')}</Heading>
        <BookPanel key={coin.code} coin={coin} isLadder onPrice={onPrice} />
      </div>
      <div className="sticky top-20 w-76 shrink-0 self-start pt-2">
        <Card>
          <TermsLoaded>{(terms) => <Ticket {...ticket} terms={terms} />}</TermsLoaded>
        </Card>
      </div>
    </>
  );
}
