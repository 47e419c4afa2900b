// Trading contracts on one coin: head, chart with one's own lines, the four tabs, the market, and the ticket beside or over them.
import type { Coin, ContractSide, ContractsConfigMessage } from '@candor/wire';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { BookPanel } from '../market/book-panel.tsx';
import { MarketDetails } from '../market/market-details.tsx';
import { MarketHead } from '../market/market-head.tsx';
import { useText } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { useWide } from '../ui/use-wide.ts';
import { Heading } from '../ui/words.tsx';
import { ContractChart } from './contract-chart.tsx';
import { ContractTabs } from './contract-tabs.tsx';
import { MarketBanner } from './market-banner.tsx';
import { useContracts, useLostMessages, useTerms } from './own-contracts.ts';
import type { ContractTab } from './own-contracts.ts';
import { TermsMissing } from './terms-missing.tsx';
import { Ticket } from './ticket.tsx';
import type { TicketProps } from './ticket.tsx';
import { newDraft } from './ticket-rules.ts';
import type { Draft } from './ticket-rules.ts';
import { TradeBar } from './trade-bar.tsx';
import { useEndings } from './use-endings.ts';
import { VerifyPrompt } from './verify-prompt.tsx';

export function ContractsTrading({ coin }: { coin: Coin }): ReactNode {
  const isWide = useWide();
  const { terms, isOffered } = useTerms();
  const [positions, waiting] = [useContracts('positions').data?.RESULT_LIST, useContracts('open').data?.RESULT_LIST];
  const orders = useMemo(() => [...(waiting ?? []), ...(positions ?? [])], [waiting, positions]);
  useLostMessages(orders);
  useEndings(orders);
  const [tab, setTab] = useState<ContractTab>('positions');
  const [draft, setDraft] = useState<Draft>(newDraft);
  const [isTicketOpen, setTicketOpen] = useState(false);
  const [isPrompted, setPrompted] = useState(false);

  const ticket: Omit<TicketProps, 'terms'> = {
    coin,
    draft,
    onChange: (changed) => setDraft((now) => ({ ...now, ...changed })),
    onPlaced(order) {
      setTicketOpen(false);
      setDraft((now) => ({ ...newDraft, side: now.side }));
      setTab(order.order_type === 'limit' ? 'open' : 'positions');
    },
    onUnverified() {
      setTicketOpen(false);
      setPrompted(true);
    },
  };
  const begin = (side: ContractSide): void => {
    if (side !== draft.side) setDraft({ ...draft, side, stops: newDraft.stops });
    setTicketOpen(true);
  };

  return (
    <div className="flex min-w-0 flex-1 flex-col wide:flex-row wide:gap-4 wide:px-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <MarketHead coin={coin} />
        <ContractChart
          coin={coin}
          orders={orders}
          className="h-[clamp(10.5rem,calc(100dvh-max(33rem,5.28*var(--r))),24rem)] wide:h-[52dvh]"
        />
        <div className="flex flex-col gap-3 px-4 pt-2 wide:px-2">
          <MarketBanner coin={coin} />
          <ContractTabs tab={tab} onTab={setTab} />
          <div className="pt-4">
            <MarketDetails
              coin={coin}
              views={isWide ? ['depth', 'tape', 'about'] : ['book', 'depth', 'tape', 'about']}
            />
          </div>
        </div>
        {!isWide && isOffered !== false && (
          <TradeBar
            coin={coin}
            isOpen={isTicketOpen}
            onBegin={begin}
            onClose={() => setTicketOpen(false)}
            hasTerms={terms !== undefined}
          >
            {terms && <Ticket {...ticket} terms={terms} isInSheet />}
          </TradeBar>
        )}
      </div>
      {isWide && <Beside coin={coin} terms={terms} ticket={ticket} />}
      <VerifyPrompt isOpen={isPrompted} onClose={() => setPrompted(false)} />
    </div>
  );
}

interface BesideProps {
  coin: Coin;
  terms: ContractsConfigMessage | undefined;
  ticket: Omit<TicketProps, 'terms'>;
}

/** Book and ticket, where there is room for them. */
function Beside({ coin, terms, ticket }: BesideProps): ReactNode {
  const t = useText();
  return (
    <>
      <div className="w-48 shrink-0">
        <Heading>{t('market.book')}</Heading>
        <BookPanel key={coin.code} coin={coin} isLadder />
      </div>
      <div className="sticky top-20 w-76 shrink-0 self-start pt-2">
        <Card>{terms ? <Ticket {...ticket} terms={terms} /> : <TermsMissing />}</Card>
      </div>
    </>
  );
}
