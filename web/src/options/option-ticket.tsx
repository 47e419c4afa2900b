// What is staked for how long, what it can win and lose, and the two buttons.
import { optionSides, parseAmount, queryOptionsConfig, submitOptionsOrder, wad } from '@candor/wire';
import type { Coin, Failure, OptionOrderMessage, OptionSide, OptionsConfigMessage } from '@candor/wire';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useOpenMarket } from '../session/live/use-open-market.ts';
import { useMode } from '../session/mode.ts';
import { setPreferences, usePreferences } from '../session/preferences.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useUser } from '../session/session.ts';
import { useAvailable } from '../session/use-available.ts';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { Text } from '../text/text.tsx';
import { useFormats, useText } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Chips } from '../ui/choices.tsx';
import { Money } from '../ui/money.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { finishAmount } from '../ui/type-amount.ts';
import { Words } from '../ui/words.tsx';
import { chooseConfig, judgeStake, maxStake, profitOf, stakeChoices } from './order-rules.ts';

export interface OptionTicketProps {
  coin: Coin;
  onPlaced: (order: OptionOrderMessage) => void;
}

const atField: ReadonlySet<Failure['code']> = new Set([
  'insufficient-balance',
  'stake-out-of-range',
  'amount-malformed',
  'too-many-decimals',
]);

export function OptionTicket({ coin, onPlaced }: OptionTicketProps): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const configs = useRead(queryOptionsConfig, {}, { freshMs: 60_000 });
  const durationMs = usePreferences((wishes) => wishes.optionDurationMs);
  const offered = configs.data?.RESULT_LIST;
  const config = offered && chooseConfig(offered, durationMs);
  if (configs.isError && offered === undefined) {
    return (
      <ErrorState
        title={words(configs.error.failure)}
        onRetry={() => void configs.refetch()}
        isRetrying={configs.isFetching}
      />
    );
  }
  if (offered === undefined) return <TicketLoading />;
  if (config === undefined)
    return (
      <Words as="p" align="center" tone="secondary" className="py-8">
        {t('options.noneOffered')}
      </Words>
    );
  return (
    <Ticket coin={coin} configs={offered} config={config} onPlaced={onPlaced} onStale={() => void configs.refetch()} />
  );
}

interface TicketProps extends OptionTicketProps {
  configs: readonly OptionsConfigMessage[];
  config: OptionsConfigMessage;
  /** The server does not know these terms any more. */
  onStale: () => void;
}

function Ticket({ coin, configs, config, onPlaced, onStale }: TicketProps): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const user = useUser();
  const typed = usePreferences((wishes) => wishes.optionStake);
  const available = useAvailable();
  const isOpen = useOpenMarket(coin.symbol);
  const [tried, setTried] = useState<{ typed: string; failure?: Failure }>();
  const [side, setSide] = useState<OptionSide>();
  const order = useSend(submitOptionsOrder, { shows: ({ code }) => atField.has(code) });

  const amount = finishAmount(typed);
  const verdict = judgeStake({ typed: amount, config, available });
  const stake = verdict.kind === 'good' ? verdict.stake : undefined;
  // What it would win and lose is told also for a stake that can't be placed.
  const named = parseAmount(amount);
  const isSame = tried?.typed === typed;
  const refusal = verdict.kind === 'refused' ? verdict : isSame ? tried.failure : undefined;
  // A fault is said once there was a chance to finish typing: after a tap, or when it is no matter of a missing digit.
  const isSaid = isSame || (refusal?.code === 'insufficient-balance' && available !== '0');
  const change = (optionStake: string): void => setPreferences({ optionStake });

  async function place(chosen: OptionSide): Promise<void> {
    setTried({ typed });
    if (user === null || stake === undefined || order.isSending) return;
    setSide(chosen);
    const outcome = await order.send({
      pair_type: coin.symbol,
      trade_user_id: user.account_id,
      trade_num: amount,
      option_config_id: config.options_config_id,
      trade_transaction_type: optionSides[chosen],
    });
    if (outcome === undefined) return;
    if (outcome.ok) {
      setTried(undefined);
      onPlaced(outcome.data);
    } else {
      setTried({ typed, failure: outcome });
      if (outcome.code === 'options-config-unknown') onStale();
    }
  }

  return (
    <form className="flex flex-col gap-2" onSubmit={(event) => event.preventDefault()} aria-label={t('options.ticket')}>
      <DurationChips configs={configs} config={config} />
      <AmountField
        label={t('options.stake')}
        hidesLabel
        coin="USDT"
        value={typed}
        onChange={change}
        step="10"
        min={config.min}
        error={isSaid && refusal !== undefined ? words(refusal) : undefined}
      />
      <StakeChips typed={amount} most={maxStake(available, config)} onChoose={change} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Available available={available} />
        <Words size="small" tone="secondary" className="ms-auto">
          <Text
            id="options.loseAtMost"
            values={{
              amount: <Money amount={named} coin="USDT" precision="short" size="small" weight="strong" tone="text" />,
            }}
          />
        </Words>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {(['up', 'down'] as const).map((each) => (
          <Button
            key={each}
            look={each === 'up' ? 'rise' : 'fall'}
            icon={each === 'up' ? ArrowUp : ArrowDown}
            isWide
            isDisabled={!isOpen}
            isBusy={order.isSending && side === each}
            onPress={() => void place(each)}
            note={
              <Text
                id="options.win"
                values={{
                  amount: (
                    <Money amount={named && profitOf(named, config)} coin="USDT" precision="short" size="small" />
                  ),
                }}
              />
            }
          >
            {t(`options.${each}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}

function DurationChips({ configs, config }: Pick<TicketProps, 'configs' | 'config'>): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const choices = configs.map(({ options_config_id, duration_ms, payout_rate }) => ({
    value: options_config_id,
    label: <bdi>{formats.duration(duration_ms)}</bdi>,
    note: (
      <bdi dir="ltr" className="figure">
        {formats.percent(payout_rate, { decimals: 0 })}
      </bdi>
    ),
  }));
  const choose = (id: string): void => {
    const chosen = configs.find(({ options_config_id }) => options_config_id === id);
    if (chosen) setPreferences({ optionDurationMs: chosen.duration_ms });
  };
  return <Chips label={t('options.duration')} choices={choices} value={config.options_config_id} onChange={choose} />;
}

interface StakeChipsProps {
  typed: string;
  most: string | undefined;
  onChoose: (stake: string) => void;
}

function StakeChips({ typed, most, onChoose }: StakeChipsProps): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const choices = [
    ...stakeChoices.map((value) => ({
      value: value as string,
      label: (
        <bdi dir="ltr" className="figure">
          {formats.decimal(value, { min: 0, max: 0 })}
        </bdi>
      ),
    })),
    { value: 'max', label: t('options.max'), isDisabled: most === undefined },
  ];
  const isFixed = (stakeChoices as readonly string[]).includes(typed);
  const value = isFixed ? typed : typed !== '' && typed === most ? 'max' : undefined;
  return (
    <Chips
      label={t('options.stakeChoices')}
      isEven
      choices={choices}
      value={value}
      onChange={(chosen) => onChoose(chosen === 'max' ? (most ?? typed) : chosen)}
    />
  );
}

/** In the demo, an empty account has a way to test money. */
function Available({ available }: { available: string | undefined }): ReactNode {
  const t = useText();
  const isDemo = useMode() === 'demo';
  if (isDemo && available !== undefined && wad(available) === 0n) {
    return (
      <TextLink to="/demo" size="small">
        {t('options.getTestMoney')}
      </TextLink>
    );
  }
  return (
    <Words size="small" tone="secondary" className="py-1">
      <Text
        id="options.available"
        values={{ amount: <Money amount={available} coin="USDT" size="small" weight="strong" tone="text" isPrivate /> }}
      />
    </Words>
  );
}

export const TicketLoading = (): ReactNode => (
  <div className="flex flex-col gap-2" aria-hidden>
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
    <div className="mt-7 grid grid-cols-2 gap-2">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  </div>
);
