// What is staked for how long, what it can win and lose, and the two buttons.
import { optionSides, parseAmount, queryOptionsConfig, submitOptionsOrder } from '@candor/wire';
import type { Coin, Failure, OptionOrderMessage, OptionSide, OptionsConfigMessage } from '@candor/wire';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { AvailableLine } from '../live/available-line.tsx';
import { useOpenMarket } from '../live/use-open-market.ts';
import { setTradeChoices, useTradeChoices } from '../device/trade-choices.ts';
import { useUser } from '../session/session.ts';
import { useAvailable } from '../live/use-available.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { optionChanges } from './option-list.ts';
import { useDraft } from '../data/use-draft.ts';
import { Translated } from '../text/translated.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Chips } from '../ui/choices.tsx';
import { Form } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { PageFoot } from '../ui/page-foot.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Figure, Note, Text } from '../ui/text.tsx';
import { useShort, useWide } from '../ui/use-screen.ts';
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
  const t = useT();
  const configs = useRead(queryOptionsConfig, {}, { freshMs: 60_000, isStored: true });
  const durationMs = useTradeChoices(({ optionDurationMs }) => optionDurationMs);
  return (
    <Loaded read={configs} skeleton={<TicketLoading />} errorClassName="px-4 pt-2 wide:px-0">
      {({ RESULT_LIST: offered }) => {
        const config = chooseConfig(offered, durationMs);
        const onStale = (): void => void configs.refetch();
        if (config)
          return <Ticket coin={coin} configs={offered} config={config} onPlaced={onPlaced} onStale={onStale} />;
        return (
          <Text as="p" align="center" tone="secondary" className="py-8">
            {t('options.noneOffered')}
          </Text>
        );
      }}
    </Loaded>
  );
}

interface TicketProps extends OptionTicketProps {
  configs: readonly OptionsConfigMessage[];
  config: OptionsConfigMessage;
  /** The server does not know these terms any more. */
  onStale: () => void;
}

function Ticket({ coin, configs, config, onPlaced, onStale }: TicketProps): ReactNode {
  const t = useT();
  const user = useUser();
  const stake = useTradeChoices(({ optionStake }) => optionStake);
  const [side, setSide] = useState<OptionSide>();
  const [available, isWide] = [useAvailable(), useWide()];
  const isGone = useIsGone(config.duration_ms);
  const isOpen = useOpenMarket(coin.symbol) && !isGone;
  const form = useDraft({
    kept: {
      fields: { stake, side },
      change(changed) {
        if (changed.stake !== undefined) setTradeChoices({ optionStake: changed.stake });
        if (changed.side !== undefined) setSide(changed.side);
      },
    },
    judge: (fields) => ({ stake: judgeStake({ typed: fields.stake, config, available }) }),
    call: submitOptionsOrder,
    changes: optionChanges,
    payloadOf: (fields) =>
      user &&
      fields.side && {
        pair_type: coin.symbol,
        trade_user_id: user.account_id,
        trade_num: fields.stake,
        option_config_id: config.options_config_id,
        config_version: config.config_version,
        trade_transaction_type: optionSides[fields.side],
      },
    fieldOf: (code) => (atField.has(code) ? 'stake' : undefined),
    onDone: onPlaced,
    onRefused: ({ code }) => code === 'options-config-unknown' && onStale(),
  });
  // What it would win and lose is told also for a stake that can't be placed.
  const named = parseAmount(stake);

  const buttons = (
    <div className="grid grid-cols-2 gap-2">
      {(['up', 'down'] as const).map((each) => (
        <Button
          key={each}
          look={each === 'up' ? 'rise' : 'fall'}
          icon={each === 'up' ? ArrowUp : ArrowDown}
          isWide
          className="short:min-h-12 short:py-1"
          isDisabled={!isOpen}
          isBusy={form.isSending && side === each}
          onPress={() => void form.submit({ side: each })}
          note={
            <Translated
              id="options.win"
              values={{
                amount: <Money amount={named && profitOf(named, config)} coin="USDT" precision="short" size="small" />,
              }}
            />
          }
        >
          {t(`options.${each}`)}
        </Button>
      ))}
    </div>
  );

  return (
    <Form
      // On a phone its buttons belong to the foot of the whole page.
      isOpen
      className="gap-2"
      label={t('options.ticket')}
      {...form.form}
      // The side is chosen by its button, and not by the enter key.
      onSubmit={() => void form.check('stake')}
    >
      <div className="flex flex-col gap-2 px-4 pt-2 wide:px-0 wide:pt-0">
        <DurationChips configs={configs} config={isGone ? undefined : config} />
        <div className="flex flex-col gap-2 short:flex-row short:flex-wrap">
          <div className="short:min-w-44 short:flex-1">
            <AmountField
              label={t('options.stake')}
              hidesLabel
              coin="USDT"
              {...form.field('stake')}
              step="10"
              min={config.min}
            />
          </div>
          <StakeChips typed={stake} most={maxStake(available, config)} onChoose={form.field('stake').onChange} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <AvailableLine available={available} />
          <Text size="small" tone="secondary" className="ms-auto">
            <Translated
              id="options.loseAtMost"
              values={{
                amount: <Money amount={named} coin="USDT" precision="short" size="small" weight="strong" tone="text" />,
              }}
            />
          </Text>
        </div>
      </div>
      {isWide ? buttons : <PageFoot>{buttons}</PageFoot>}
    </Form>
  );
}

/** The length that was chosen here is no longer offered: nobody stakes on another one until they have chosen it. */
function useIsGone(durationMs: number): boolean {
  const chosenMs = useTradeChoices(({ optionDurationMs }) => optionDurationMs);
  const [seenMs, setSeenMs] = useState(durationMs);
  if (seenMs === durationMs) return false;
  if (chosenMs === durationMs) setSeenMs(durationMs);
  return chosenMs !== durationMs;
}

interface DurationChipsProps {
  configs: TicketProps['configs'];
  /** Undefined when the one that was chosen is gone. */
  config: TicketProps['config'] | undefined;
}

function DurationChips({ configs, config }: DurationChipsProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const choices = configs.map(({ options_config_id, duration_ms, payout_rate }) => ({
    value: options_config_id,
    label: <bdi>{formats.duration(duration_ms)}</bdi>,
    note: <Figure>{formats.percent(payout_rate, { decimals: 0 })}</Figure>,
  }));
  const choose = (id: string): void => {
    const chosen = configs.find(({ options_config_id }) => options_config_id === id);
    if (chosen) setTradeChoices({ optionDurationMs: chosen.duration_ms });
  };
  return (
    <>
      <Chips
        label={t('options.duration')}
        choices={choices}
        value={config?.options_config_id ?? ''}
        onChange={choose}
      />
      {config === undefined && <Note>{t('refusals.options-config-unknown')}</Note>}
    </>
  );
}

interface StakeChipsProps {
  typed: string;
  most: string | undefined;
  onChoose: (stake: string) => void;
}

function StakeChips({ typed, most, onChoose }: StakeChipsProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const choices = [
    ...stakeChoices.map((value) => ({
      value: value as string,
      label: <Figure>{formats.decimal(value, { min: 0, max: 0 })}</Figure>,
    })),
    { value: 'max', label: t('options.max'), isDisabled: most === undefined },
  ];
  const isFixed = (stakeChoices as readonly string[]).includes(typed);
  const value = isFixed ? typed : typed !== '' && typed === most ? 'max' : undefined;
  // On a short screen they stand beside the field.
  const isShort = useShort();
  return (
    <Chips
      label={t('options.stakeChoices')}
      isEven={!isShort}
      className={clsx(isShort && 'min-w-24 flex-1')}
      choices={choices}
      value={value}
      onChange={(chosen) => onChoose(chosen === 'max' ? (most ?? typed) : chosen)}
    />
  );
}

export const TicketLoading = (): ReactNode => (
  <div className="flex flex-col gap-2 px-4 pt-2 wide:px-0 wide:pt-0" aria-hidden>
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
    <div className="mt-7 grid grid-cols-2 gap-2">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  </div>
);
