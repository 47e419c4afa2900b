// What somebody should look at now, each with the place where it is dealt with.
import {
  checkBooks,
  endLocks,
  getHealth,
  getMarketDesk,
  getRatesDesk,
  letsIn,
  listDeliveries,
  listLooks,
  listSetAside,
  listShopPeriods,
  listTransfers,
  listContractPayments,
  listWaitingDeposits,
  listWallets,
  listWithdrawals,
  readAuditLog,
} from '@candor/wire';
import type { AlarmKind, Endpoint } from '@candor/wire';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';

type Alarm = DataOf<typeof getHealth>['alarms'][number];

interface Lead {
  to: string;
  /** Who may make it has the place. */
  call: Endpoint;
}
const money: Lead = { to: '/money', call: checkBooks };
const rates: Lead = { to: '/currencies', call: getRatesDesk };
const market: Lead = { to: '/market', call: getMarketDesk };

/** Where it is dealt with, if there is such a place. */
const leadsTo: Partial<Record<AlarmKind, Lead>> = {
  'books-broken': money,
  'gains-due': money,
  'bankroll-empty': money,
  'books-unchecked': money,
  'audit-unfinished': money,
  'market-halted': market,
  'market-degraded': market,
  'payments-stopped': { to: '/withdrawals', call: listWithdrawals },
  'payments-taken-back': { to: '/transfers?use=taken-back', call: listTransfers },
  'rates-doubted': rates,
  'rates-late': rates,
  'node-contradicts': { to: '/deposits', call: listWaitingDeposits },
  'contracts-paid': { to: '/contract-payments', call: listContractPayments },
  'wallet-low': { to: '/wallets', call: listWallets },
  'draws-wait': { to: '/shop-periods', call: listShopPeriods },
  'deposits-wait': { to: '/deposits', call: listWaitingDeposits },
  'deliveries-failed': { to: '/deliveries?state=failed', call: listDeliveries },
  'deliveries-wait': { to: '/deliveries?state=waiting', call: listDeliveries },
  'commands-set-aside': { to: '/set-aside', call: listSetAside },
  'calls-refused': { to: '/audit?act=call-refused', call: readAuditLog },
  'looks-used-up': { to: '/audit/looks', call: listLooks },
  'looks-many': { to: '/audit/looks', call: listLooks },
};

export function Alarms({ alarms }: { alarms: readonly Alarm[] }): ReactNode {
  const [t, me] = [useT(), useMe()];
  if (alarms.length === 0) return <Banner tone="good" title={t('overview.noAlarm')} />;
  return alarms.map(({ kind, is_grave: isGrave, about, since, pid }) => {
    const lead = leadsTo[kind];
    return (
      <Banner
        key={`${kind}${about}`}
        tone={isGrave ? 'danger' : 'warn'}
        title={t(`overview.alarm_${kind}`)}
        action={
          pid !== null && letsIn(endLocks, me) ? (
            <EndLocks pid={pid} />
          ) : (
            lead !== undefined &&
            letsIn(lead.call, me) && (
              <TextLink to={lead.to} size="small">
                {t('overview.look')}
              </TextLink>
            )
          )
        }
      >
        {about}
        {about !== '' && since !== null && ' · '}
        <Ago at={since} />
      </Banner>
    );
  });
}

function EndLocks({ pid }: { pid: number }): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(endLocks, { changes: [getHealth] });
  async function end(): Promise<void> {
    if ((await send({ pid }))?.ok) toast.success(t('overview.locksEnded'));
  }
  return (
    <Button look="danger" isSmall isBusy={isSending} onPress={() => void end()}>
      {t('overview.endLocks')}
    </Button>
  );
}
