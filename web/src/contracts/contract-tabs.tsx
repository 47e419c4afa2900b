// One's own contracts in the spec's four tabs.
import type { ContractOrderMessage } from '@candor/wire';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useFormats, useText } from '../text/texts.ts';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Words } from '../ui/words.tsx';
import { CloseAll } from './close-all.tsx';
import { EndedContracts } from './ended-contracts.tsx';
import { tabNames, useContracts } from './own-contracts.ts';
import type { ContractTab } from './own-contracts.ts';
import { PositionCard } from './position-card.tsx';
import { PositionSheet } from './position-sheet.tsx';
import type { Acting } from './position-sheet.tsx';
import { WaitingOrder } from './waiting-order.tsx';

export interface ContractTabsProps {
  tab: ContractTab;
  onTab: (tab: ContractTab) => void;
}

export function ContractTabs({ tab, onTab }: ContractTabsProps): ReactNode {
  const t = useText();
  const counts = { open: useContracts('open').data?.TOTAL, positions: useContracts('positions').data?.TOTAL };
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
          <LiveContracts key={tab} tab={tab} />
        ) : (
          <EndedContracts key={tab} tab={tab} />
        )}
      </div>
    </Tabs>
  );
}

function TabName({ tab, count }: { tab: ContractTab; count: number | undefined }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  return (
    <span className="flex items-center justify-center gap-1.5">
      {t(`contracts.tab_${tab}`)}
      {count !== undefined && count > 0 && (
        <Words size="small" tone="link">
          <bdi>{formats.whole(count)}</bdi>
        </Words>
      )}
    </span>
  );
}

function LiveContracts({ tab }: { tab: 'open' | 'positions' }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const found = useContracts(tab);
  const [acting, setActing] = useState<Acting>();
  const orders: readonly ContractOrderMessage[] | undefined = found.data?.RESULT_LIST;
  if (found.isPending) return <SkeletonList rows={2} />;
  if (orders === undefined) {
    return (
      <ErrorState
        title={words(found.error!.failure)}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {orders.length === 0 && (
        <EmptyState
          icon={Inbox}
          title={t(tab === 'open' ? 'contracts.noOpen' : 'contracts.noPositions')}
          note={t(tab === 'open' ? 'contracts.noOpenText' : 'contracts.noPositionsText')}
        />
      )}
      {tab === 'positions' && orders.length > 1 && <CloseAll positions={orders} />}
      {orders.map((order) =>
        tab === 'open' ? (
          <WaitingOrder
            key={order.trade_id}
            order={order}
            onStops={() => setActing({ act: 'stops', tradeId: order.trade_id })}
          />
        ) : (
          <PositionCard
            key={order.trade_id}
            order={order}
            onAct={(act) => setActing({ act, tradeId: order.trade_id })}
          />
        ),
      )}
      <PositionSheet acting={acting} orders={orders} onClose={() => setActing(undefined)} />
    </div>
  );
}
