import type { Coin, CoinBalance } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useBalances } from '../data/use-balances.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Text } from '../ui/text.tsx';

/** What can be used of the coin and of USDT, and where each becomes the other. */
export function Holdings({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const balances = useBalances();
  return (
    <Card label={t('market.holdings')} className="flex flex-col gap-3">
      <Text as="h2" size="small" tone="secondary">
        {t('market.holdings')}
      </Text>
      <Loaded read={balances} skeleton={<HoldingFacts coin={coin} />} errorSize="line">
        {({ RESULT_LIST: list }) => <HoldingFacts coin={coin} list={list} />}
      </Loaded>
      <div className="flex flex-wrap gap-2">
        <Button to={`/bugCoin?coin=${coin.code}`} look="rise" className="min-w-28 flex-1 px-2!">
          {t('market.buy', { coin: coin.code })}
        </Button>
        <Button to={`/exchange?coin=${coin.code}`} look="secondary" className="min-w-28 flex-1 px-2!">
          {t('market.swap')}
        </Button>
      </div>
    </Card>
  );
}

/** Without a list: while it loads. */
function HoldingFacts({ coin, list }: { coin: Coin; list?: readonly CoinBalance[] }): ReactNode {
  const held = (code: string): string | undefined =>
    list && (list.find(({ coin_code }) => coin_code === code)?.qty ?? '0');
  return (
    <Facts>
      {[coin.code, 'USDT'].map((code) => (
        <Fact key={code} label={code}>
          <Money amount={held(code)} coin={code} isPrivate />
        </Fact>
      ))}
    </Facts>
  );
}
