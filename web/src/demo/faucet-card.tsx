// Test money in two taps: coin, amount, and it is there.
import { takeTestMoney } from '@candor/wire';
import { Droplets } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Translated } from '../text/translated.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chips } from '../ui/choices.tsx';
import { Money } from '../ui/money.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { toast } from '../ui/toast.ts';
import { Figure, Text } from '../ui/text.tsx';
import { faucetAmounts, faucetCoins, leftOf } from './faucet-rules.ts';
import type { FaucetCoin } from './faucet-rules.ts';

/** rest: what is left of the day’s limit, in place of the amount. */
const firstWish: { coin: FaucetCoin; amount: string; rest: string } = { coin: 'USDT', amount: '1000', rest: '' };

interface Given {
  coin: FaucetCoin;
  balance: string;
}

export function FaucetCard(): ReactNode {
  const t = useT();
  const formats = useFormats();
  const plain = (value: string): string => formats.decimal(value, { min: 0, max: 8 });
  const [given, setGiven] = useState<Given>();
  const [left, setLeft] = useState<string>();
  const form = useDraft({
    first: firstWish,
    judge: () => ({}),
    call: takeTestMoney,
    payloadOf: ({ coin, amount, rest }) => ({ coin, amount: rest === '' ? amount : rest }),
    onDone({ balance }, wish) {
      setLeft(undefined);
      setGiven({ coin: wish.coin, balance });
      toast.success(t('demo.faucetDone'));
    },
    onRefused({ code, facts }) {
      setLeft(code === 'faucet-limit' ? (leftOf(facts) ?? '0') : undefined);
      return code === 'faucet-limit';
    },
  });
  const { coin, amount } = form.fields;

  function choose(next: FaucetCoin): void {
    form.set({ coin: next, amount: faucetAmounts[next][1]! });
    setLeft(undefined);
  }

  return (
    <Card className="flex flex-col gap-4" label={t('ui.testMoney')}>
      <div className="flex items-center gap-3">
        <RowIcon icon={Droplets} />
        <span className="flex min-w-0 flex-1 flex-col">
          <Text as="h2" weight="strong" size="large">
            {t('ui.testMoney')}
          </Text>
          <Text size="small" tone="secondary">
            {t('demo.faucetText')}
          </Text>
        </span>
      </div>
      <Chips
        label={t('demo.coin')}
        value={coin}
        onChange={choose}
        choices={faucetCoins.map((code) => ({ value: code, label: code }))}
      />
      <Chips
        label={t('demo.amount')}
        isEven
        value={amount}
        onChange={form.field('amount').onChange}
        choices={faucetAmounts[coin].map((value) => ({
          value,
          label: <Figure>{plain(value)}</Figure>,
        }))}
      />
      <Button isWide isBusy={form.isSending} onPress={() => void form.submit({ rest: '' })}>
        {t('demo.faucetGet', { amount: `${plain(amount)} ${coin}` })}
      </Button>
      {left !== undefined && <LimitNote left={left} coin={coin} onTake={() => void form.submit({ rest: left })} />}
      {given && left === undefined && (
        <Banner
          tone="good"
          action={
            <div className="flex flex-wrap gap-2 pt-1">
              <Button isSmall to="/contracts">
                {t('demo.tradeNow')}
              </Button>
              <Button isSmall look="secondary" to="/asset">
                {t('demo.seeAssets')}
              </Button>
            </div>
          }
        >
          <Translated
            id="demo.faucetBalance"
            values={{
              amount: (
                <Money amount={given.balance} coin={given.coin} hasCoin size="small" weight="strong" tone="text" />
              ),
            }}
          />
        </Banner>
      )}
    </Card>
  );
}

function LimitNote({ left, coin, onTake }: { left: string; coin: string; onTake: () => void }): ReactNode {
  const t = useT();
  if (left === '0') return <Banner tone="warn">{t('demo.faucetNothingLeft', { coin })}</Banner>;
  const amount = <Money amount={left} coin={coin} precision="short" hasCoin size="small" weight="strong" />;
  return (
    <Banner
      tone="warn"
      action={
        <Button isSmall look="secondary" onPress={onTake} className="self-start">
          {t('demo.faucetTakeRest')}
        </Button>
      }
    >
      <Translated id="demo.faucetLeft" values={{ amount }} />
    </Banner>
  );
}
