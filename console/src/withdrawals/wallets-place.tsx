// Wallets that pay withdrawals: where to fund each, what it has, and what withdrawals need.
import { listWallets } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Figure, Note } from '@candor/web/ui/text.tsx';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

const everyMs = 10_000;

export const place: Place = {
  name: 'wallets',
  title: 'withdrawals.wallets',
  icon: Wallet,
  index: 28,
  roles: ['treasurer', 'risk', 'auditor', 'administrator'],
  screens: [{ path: '/wallets', Screen: WalletsScreen }],
};

type PayingWallet = DataOf<typeof listWallets>['wallets'][number];

function WalletsScreen(): ReactNode {
  const t = useT();
  return (
    <PlacePage title={t('withdrawals.wallets')}>
      <Loaded read={useRead(listWallets, {}, { everyMs })}>
        {({ wallets }) =>
          wallets.length === 0 ? (
            <EmptyState title={t('withdrawals.noWallets')} />
          ) : (
            <div className="flex flex-col gap-4">
              <Note>{t('withdrawals.walletsNote')}</Note>
              {wallets.map((wallet) => (
                <WalletCard key={wallet.network} wallet={wallet} />
              ))}
            </div>
          )
        }
      </Loaded>
    </PlacePage>
  );
}

function WalletCard({ wallet }: { wallet: PayingWallet }): ReactNode {
  const t = useT();
  const { network, fund_to: address, reason, oldest_at: oldestAt, is_test: isTest } = wallet;
  return (
    <TitledCard title={network} end={isTest && <Badge>{t('withdrawals.testChain')}</Badge>}>
      <Facts>
        <Fact label={t('withdrawals.walletState')} note={reason === '' ? undefined : t(`withdrawals.fault_${reason}`)}>
          <StateOfPaying state={wallet.state} />
        </Fact>
        <Fact label={t('withdrawals.walletAddress')}>
          {address === null ? t('withdrawals.walletUnknown') : <Figure>{address}</Figure>}
        </Fact>
        <Fact label={t('withdrawals.oldestPayment')}>{oldestAt === null ? '–' : <Ago at={oldestAt} />}</Fact>
      </Facts>
      <Coins coins={wallet.coins} network={network} />
    </TitledCard>
  );
}

const stateTones = { on: 'good', starting: 'accent', off: 'danger' } as const;

function StateOfPaying({ state }: Pick<PayingWallet, 'state'>): ReactNode {
  const t = useT();
  return <Badge tone={stateTones[state]}>{t(`withdrawals.wallet_${state}`)}</Badge>;
}

type Coin = PayingWallet['coins'][number];

function Coins({ coins, network }: { coins: readonly Coin[]; network: string }): ReactNode {
  const t = useT();
  return (
    <Table
      label={`${network} · ${t('withdrawals.coin')}`}
      rows={coins}
      keyOf={({ coin_code: coin }) => coin}
      columns={[
        { key: 'coin', label: t('withdrawals.coin'), cell: ({ coin_code: coin }) => coin },
        { key: 'held', label: t('withdrawals.held'), isFigure: true, cell: (row) => row.held === null ? '–' : money(row.held, row) }, // oxfmt-ignore
        { key: 'under', label: t('withdrawals.underWay'), isFigure: true, cell: (row) => money(row.under_way, row) },
        {
          key: 'approved',
          label: t('withdrawals.approvedSum'),
          isFigure: true,
          cell: (row) => money(row.approved, row),
        },
        {
          key: 'requested',
          label: t('withdrawals.requestedSum'),
          isFigure: true,
          cell: (row) => money(row.requested, row),
        },
        { key: 'low', label: '', cell: (row) => <Enough coin={row} /> },
        { key: 'at', label: t('withdrawals.readAt'), cell: ({ read_at: at }) => at !== null && <Ago at={at} /> },
      ]}
    />
  );
}

const money = (amount: string, { coin_code: coin }: Coin): ReactNode => (
  <Money amount={amount} coin={coin} precision="short" />
);

function Enough({ coin: { held, is_low: isLow } }: { coin: Coin }): ReactNode {
  const t = useT();
  if (held === null) return null;
  return (
    <Badge tone={isLow ? 'warn' : 'good'}>{t(isLow ? 'withdrawals.walletLow' : 'withdrawals.walletEnough')}</Badge>
  );
}
