// What is staked, what it has earned and what is still to come, and the income of the last days as bars.
import { queryPledgeSummary, wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Bars } from '../ui/bars.tsx';
import { Card } from '../ui/card.tsx';
import { Money } from '../ui/money.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Stats } from '../ui/stats.tsx';
import { Text } from '../ui/text.tsx';

export function PledgeSummary(): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const read = useRead(queryPledgeSummary, { account_id: accountId }, { isEnabled: accountId !== '' });
  const figure = (amount: string): ReactNode => <Money amount={amount} coin="USDT" precision="short" isPrivate />;
  return (
    <Card className="mt-2">
      <Loaded read={read} skeleton={<Skeleton className="h-12 w-full" />}>
        {({ staked, earned, coming, days }) => (
          <div className="flex flex-col gap-4">
            <Stats
              stats={[
                { label: `${t('staking.staked')} (USDT)`, value: figure(staked) },
                { label: t('staking.earned'), value: figure(earned) },
                { label: t('staking.coming'), value: figure(coming) },
              ]}
            />
            {wad(earned) > 0n && (
              <div className="flex flex-col gap-1">
                <Text size="tiny" tone="faint">
                  {t('staking.chart')}
                </Text>
                <Bars label={t('staking.chart')} values={days.map(({ amount }) => amount)} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
