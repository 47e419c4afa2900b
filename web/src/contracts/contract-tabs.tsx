// One's own contracts in the spec's four tabs.
import type { Coin, ContractOrderMessage } from '@candor/wire';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { setPreferences, usePreferences } from '../device/preferences.ts';
import { useFormats, useT } from '../text/texts.ts';
import { CheckChips } from '../ui/choices.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Text } from '../ui/text.tsx';
import { CompactPosition } from './compact-position.tsx';
import { CloseAll } from './close-all.tsx';
import { ContractHistory, Liquidations } from './ended-contracts.tsx';
import { tabNames, useContracts } from './own-contracts.ts';
import type { ContractTab } from './own-contracts.ts';
import { PositionCard } from './position-card.tsx';
import { PositionSheet } from './position-sheet.tsx';
import type { Acting } from './position-sheet.tsx';
import { isMixed, shownFirst } from './shown-first.ts';
import { WaitingOrder } from './waiting-order.tsx';

export interface ContractTabsProps {
  tab: ContractTab;
  onTab: (tab: ContractTab) => void;
  /** Of the chart above, if there is one: its contracts come first. */
  coin?: Coin;
}

export function ContractTabs({ tab, onTab, coin }: ContractTabsProps): ReactNode {
  const t = useT();
  const counts = { open: useContracts('open').total, positions: useContracts('positions').total };
  return (
    <Tabs
      label={t('contracts.tabs')}
      tabs={tabNames.map((value) => ({
        value,
        label: <TabName tab={value} count={value === 'open' || value === 'positions' ? counts[value] : undefined} />,
      }))}
      value={tab}
      onChange={onTab}
    >
      <div className="pt-3">
        {tab === 'open' || tab === 'positions' ? (
          <LiveContracts key={tab} tab={tab} coin={coin} />
        ) : tab === 'history' ? (
          <ContractHistory />
        ) : (
          <Liquidations />
        )}
      </div>
    </Tabs>
  );
}

function TabName({ tab, count }: { tab: ContractTab; count: number | undefined }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <span className="flex items-center justify-center gap-1.5">
      {t(`contracts.tab_${tab}`)}
      {count !== undefined && count > 0 && (
        <Text size="small" tone="link">
          <bdi>{formats.whole(count)}</bdi>
        </Text>
      )}
    </span>
  );
}

function LiveContracts({ tab, coin }: { tab: 'open' | 'positions'; coin: Coin | undefined }): ReactNode {
  const t = useT();
  const found = useContracts(tab);
  const [acting, setActing] = useState<Acting>();
  const [isOnly, setOnly] = useState(false);
  const isCompact = usePreferences(({ hasCompactPositions }) => hasCompactPositions);
  const Position = isCompact ? CompactPosition : PositionCard;
  const act = ({ trade_id: tradeId }: ContractOrderMessage, kind: Acting['act']): void =>
    setActing({ act: kind, tradeId });
  const empty = (
    <EmptyState
      icon={Inbox}
      title={t(tab === 'open' ? 'contracts.noOpen' : 'contracts.noPositions')}
      note={t(tab === 'open' ? 'contracts.noOpenText' : 'contracts.noPositionsText')}
    />
  );
  return (
    <>
      <PagedList
        list={found}
        skeleton={<SkeletonList rows={2} />}
        empty={empty}
        render={(orders) => (
          <div className="flex flex-col gap-3">
            {tab === 'positions' && orders.length > 1 && <CloseAll positions={orders} />}
            <ListChoices
              coin={isMixed(orders, coin?.symbol) ? coin : undefined}
              isOnly={isOnly}
              onOnly={setOnly}
              canBeCompact={tab === 'positions' && orders.length > 1}
            />
            {shownFirst(orders, { symbol: coin?.symbol, isOnly: isOnly && isMixed(orders, coin?.symbol) }).map(
              (order) =>
                tab === 'open' ? (
                  <WaitingOrder key={order.trade_id} order={order} onStops={() => act(order, 'stops')} />
                ) : (
                  <Position key={order.trade_id} order={order} onAct={(kind) => act(order, kind)} />
                ),
            )}
          </div>
        )}
      />
      <PositionSheet acting={acting} orders={found.data ?? []} onClose={() => setActing(undefined)} />
    </>
  );
}

interface ListChoicesProps {
  /** Of the market alone that one looks at; undefined where that is no choice. */
  coin: Coin | undefined;
  isOnly: boolean;
  onOnly: (isOnly: boolean) => void;
  canBeCompact: boolean;
}

function ListChoices({ coin, isOnly, onOnly, canBeCompact }: ListChoicesProps): ReactNode {
  const t = useT();
  const isCompact = usePreferences(({ hasCompactPositions }) => hasCompactPositions);
  if (!coin && !canBeCompact) return null;
  const own = coin && { value: 'own', label: <bdi dir="ltr">{t('market.pair', { coin: coin.code })}</bdi> };
  const compact = canBeCompact && { value: 'compact', label: t('contracts.compact') };
  return (
    <CheckChips
      label={t('contracts.listed')}
      choices={[own, compact].filter((choice) => typeof choice === 'object')}
      values={[...(isOnly ? ['own'] : []), ...(isCompact ? ['compact'] : [])]}
      onChange={(chosen) => {
        onOnly(chosen.includes('own'));
        if (canBeCompact) setPreferences({ hasCompactPositions: chosen.includes('compact') });
      }}
    />
  );
}
