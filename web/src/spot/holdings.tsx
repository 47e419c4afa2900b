import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useBalances } from '../session/use-balances.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { ErrorLine } from '../ui/states.tsx';
import { Words } from '../ui/words.tsx';

/** What can be used of the coin and of USDT, and where each becomes the other. */
export function Holdings({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const balances = useBalances();
  const list = balances.data?.RESULT_LIST;
  const held = (code: string): string | undefined =>
    list && (list.find(({ coin_code }) => coin_code === code)?.qty ?? '0');
  return (
    <Card label={t('market.holdings')} className="flex flex-col gap-3">
      <Words as="h2" size="small" tone="secondary">
        {t('market.holdings')}
      </Words>
      {balances.isError && list === undefined ? (
        <ErrorLine
          text={words(balances.error.failure)}
          onRetry={() => void balances.refetch()}
          isRetrying={balances.isFetching}
        />
      ) : (
        <Facts>
          {[coin.code, 'USDT'].map((code) => (
            <Fact key={code} label={code}>
              <Money amount={held(code)} coin={code} isPrivate />
            </Fact>
          ))}
        </Facts>
      )}
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
