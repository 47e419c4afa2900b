// Test money in two taps: coin, amount, and it is there.
import { takeTestMoney } from '@candor/wire';
import { Droplets } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Text } from '../text/text.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chips } from '../ui/choices.tsx';
import { Money } from '../ui/money.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { toast } from '../ui/toast.ts';
import { Words } from '../ui/words.tsx';
import { faucetAmounts, faucetCoins, leftOf } from './faucet-rules.ts';
import type { FaucetCoin } from './faucet-rules.ts';

interface Given {
  coin: FaucetCoin;
  balance: string;
}

export function FaucetCard(): ReactNode {
  const t = useText();
  const formats = useFormats();
  const plain = (value: string): string => formats.decimal(value, { min: 0, max: 8 });
  const [coin, setCoin] = useState<FaucetCoin>('USDT');
  const [amount, setAmount] = useState<string>('1000');
  const [given, setGiven] = useState<Given>();
  const [left, setLeft] = useState<string>();
  const take = useSend(takeTestMoney, { shows: ({ code }) => code === 'faucet-limit' });

  function choose(next: FaucetCoin): void {
    setCoin(next);
    setAmount(faucetAmounts[next][1]!);
    setLeft(undefined);
  }

  async function get(wanted: string): Promise<void> {
    setLeft(undefined);
    const outcome = await take.send({ coin, amount: wanted });
    if (outcome === undefined) return;
    if (outcome.ok) {
      setGiven({ coin, balance: outcome.data.balance });
      toast.success(t('demo.faucetDone'));
    } else if (outcome.code === 'faucet-limit') {
      setLeft(leftOf(outcome.facts) ?? '0');
    }
  }

  return (
    <Card className="flex flex-col gap-4" label={t('demo.faucetTitle')}>
      <div className="flex items-center gap-3">
        <RowIcon icon={Droplets} />
        <span className="flex min-w-0 flex-1 flex-col">
          <Words as="h2" weight="strong" size="large">
            {t('demo.faucetTitle')}
          </Words>
          <Words size="small" tone="secondary">
            {t('demo.faucetText')}
          </Words>
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
        onChange={setAmount}
        choices={faucetAmounts[coin].map((value) => ({
          value,
          label: (
            <bdi dir="ltr" className="figure">
              {plain(value)}
            </bdi>
          ),
        }))}
      />
      <Button isWide isBusy={take.isSending} onPress={() => void get(amount)}>
        {t('demo.faucetGet', { amount: `${plain(amount)} ${coin}` })}
      </Button>
      {left !== undefined && <LimitNote left={left} coin={coin} onTake={() => void get(left)} />}
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
          <Text
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
  const t = useText();
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
      <Text id="demo.faucetLeft" values={{ amount }} />
    </Banner>
  );
}
