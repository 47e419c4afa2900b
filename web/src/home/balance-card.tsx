import type { MarketSummary, User } from '@candor/wire';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMode } from '../session/mode.ts';
import { useBalances } from '../session/use-balances.ts';
import { usePrices } from '../session/use-prices.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { heldOf, worthOfAll } from '../session/worth.ts';
import type { Holding } from '../session/worth.ts';
import { Text } from '../text/text.tsx';
import { useText } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { Money } from '../ui/money.tsx';
import { ErrorLine, Skeleton } from '../ui/states.tsx';
import { Words } from '../ui/words.tsx';

/** What the customer has, and the three ways in, out and across. */
export function BalanceCard({ user, summary }: { user: User; summary: MarketSummary | undefined }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const isDemo = useMode() === 'demo';
  const balances = useBalances();
  const list = balances.data?.RESULT_LIST;
  const held = list && heldOf(list);
  const needsTestMoney = isDemo && held?.length === 0;
  return (
    <Card label={t('home.total')}>
      <div className="flex flex-wrap items-center gap-x-1">
        <Words size="small" tone="secondary">
          {t('home.total')}
        </Words>
        <HideBalances className="-my-2" />
        {user.account_type === '0' && <Badge tone="warn">{t('home.experience')}</Badge>}
      </div>
      {balances.isError && list === undefined ? (
        <ErrorLine
          text={words(balances.error.failure)}
          onRetry={() => void balances.refetch()}
          isRetrying={balances.isFetching}
          className="pb-3"
        />
      ) : (
        <div className="flex flex-col gap-0.5 pb-4">
          {held ? (
            <>
              <Total held={held} summary={summary} />
              <Available amount={held.find(({ coin_code }) => coin_code === 'USDT')?.qty ?? '0'} />
            </>
          ) : (
            <>
              <TotalLoading />
              <Skeleton className="h-4.5 w-28" />
            </>
          )}
        </div>
      )}
      {needsTestMoney && (
        <Button to="/demo" icon={FlaskConical} isWide className="mb-2">
          {t('home.testMoney')}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          to="/recharge"
          icon={ArrowDownToLine}
          look={needsTestMoney ? 'secondary' : 'primary'}
          isSmall
          className="flex-auto px-1!"
        >
          {t('home.deposit')}
        </Button>
        <Button to="/withdraw" icon={ArrowUpFromLine} look="secondary" isSmall className="flex-auto px-1!">
          {t('home.withdraw')}
        </Button>
        <Button to="/exchange" icon={ArrowLeftRight} look="secondary" isSmall className="flex-auto px-1!">
          {t('home.swap')}
        </Button>
      </div>
    </Card>
  );
}

/** Follows the prices of what is held, and nothing else here does. */
function Total({ held, summary }: { held: readonly Holding[]; summary: MarketSummary | undefined }): ReactNode {
  const prices = usePrices(
    held.map(({ coin_code }) => coin_code),
    summary,
  );
  const { total, unpriced } = worthOfAll(held, prices);
  if (unpriced.length > 0) return <TotalLoading />;
  return <Money amount={total} coin="USDT" size="figure" weight="strong" hasCoin isPrivate className="flex-wrap" />;
}

function Available({ amount }: { amount: string }): ReactNode {
  const values = { amount: <Money amount={amount} coin="USDT" size="small" weight="medium" hasCoin isPrivate /> };
  return (
    <Words size="small" tone="secondary">
      <Text id="home.available" values={values} />
    </Words>
  );
}

const TotalLoading = (): ReactNode => <Skeleton className="my-1 h-7 w-40" />;
