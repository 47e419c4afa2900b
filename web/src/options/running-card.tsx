// One order from the tap to its receipt: waiting, counting down, settling, waiting for the next price after a gap, ended.
import { wad } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useLivePrices } from '../live/connection.ts';
import { usePrice } from '../live/use-live.ts';
import { Translated } from '../text/translated.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Divider } from '../ui/card.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Side } from '../ui/side.tsx';
import { WaitingRing } from '../ui/waiting-ring.tsx';
import { Figure, Text, VisuallyHidden } from '../ui/text.tsx';
import { PriceMove } from './price-move.tsx';
import { RunningTicks } from './running-ticks.tsx';
import { bridgedUntil, coinOf, gainOf, sideOf, stageEndsAt, stageOf, standOf } from './running-rules.ts';
import { voidText } from './void-text.ts';
import type { Stage } from './running-rules.ts';

export interface RunningCardProps {
  order: OptionOrderMessage;
  /** The result was taken note of. */
  onDismiss: () => void;
}

export function RunningCard({ order, onDismiss }: RunningCardProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const stage = useStage(order);
  // Its time tells it from another one of the same coin.
  const label = `${t('options.cardLabel', { coin: coinOf(order)?.code ?? '' })} ${formats.dateTime(order.received_at, 'seconds')}`;
  const isWon = order.result === 'win';
  return (
    <Card look={stage === 'ended' && isWon ? 'gain' : 'raised'} label={label} className="rise-in flex flex-col gap-3">
      <div className="flex items-center gap-4">
        {stage === 'running' ? (
          <RunningRing order={order} />
        ) : (
          <WaitingRing state={stage === 'ended' ? (order.result ?? 'void') : 'busy'} />
        )}
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <Agreed order={order} />
          {stage === 'waiting' && (
            <Text size="large" weight="strong">
              {t('options.waiting')}
            </Text>
          )}
          {stage === 'running' && <LiveStand order={order} />}
          {stage === 'settling' && (
            <Text size="large" weight="strong">
              {t('options.settling')}
            </Text>
          )}
          {stage === 'bridging' && <Bridging order={order} />}
          {stage === 'ended' && <Result order={order} />}
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">{stage === 'running' ? '' : <Spoken order={order} stage={stage} />}</span>
      </VisuallyHidden>
      {order.entry !== null && <RunningTicks order={order} entry={order.entry} />}
      {stage === 'ended' ? <Ending order={order} onDismiss={onDismiss} /> : <Terms order={order} />}
    </Card>
  );
}

/** Changes with what is pushed, and when the time is up. */
function useStage(order: OptionOrderMessage): Stage {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const endsAt = stageEndsAt(order, serverNow());
    if (endsAt === undefined) return;
    const timer = setTimeout(() => setTurn(turn + 1), Math.max(0, endsAt - serverNow()) + 20);
    return () => clearTimeout(timer);
  }, [order, turn]);
  return stageOf(order, serverNow());
}

function Bridging({ order }: RunningOrder): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <>
      <Text size="large" weight="strong">
        {t('options.noPrice')}
      </Text>
      <Text size="small" tone="secondary">
        {t('options.bridgingText', { time: formats.time(bridgedUntil(order)) })}
      </Text>
    </>
  );
}

interface RunningOrder {
  order: OptionOrderMessage;
}

function Agreed({ order }: RunningOrder): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Text size="small" tone="secondary">
        <bdi dir="ltr">{t('market.pair', { coin: coinOf(order)?.code ?? '' })}</bdi>
      </Text>
      <Side side={sideOf(order)} size="small">
        {t(`options.${sideOf(order)}`)}
      </Side>
      <Text size="small" tone="secondary">
        <bdi>{formats.duration(order.duration_ms)}</bdi>
      </Text>
      <Money amount={order.trade_num} coin="USDT" precision="short" hasCoin size="small" tone="secondary" />
    </span>
  );
}

const toneOf = { winning: 'rise', losing: 'fall', level: 'accent' } as const;
const wordsToneOf = { winning: 'rise', losing: 'fall', level: 'secondary' } as const;

function useStand(order: OptionOrderMessage) {
  const price = usePrice(coinOf(order)?.symbol);
  // Without a connection the last price is an old one: nobody is told to win or lose by it.
  const isLive = useLivePrices();
  return { price: isLive ? price : undefined, found: isLive ? standOf(order, price) : undefined };
}

function RunningRing({ order }: { order: OptionOrderMessage }): ReactNode {
  const { found } = useStand(order);
  const endsAt = Date.parse(order.expires_at ?? order.received_at);
  return (
    <Countdown
      endsAt={endsAt}
      lengthMs={order.duration_ms}
      now={serverNow}
      size="large"
      tone={toneOf[found?.stand ?? 'level']}
    />
  );
}

function LiveStand({ order }: { order: OptionOrderMessage }): ReactNode {
  const t = useT();
  const { price, found } = useStand(order);
  const tone = wordsToneOf[found?.stand ?? 'level'];
  return (
    <>
      <Text size="title" weight="strong" tone={tone} className="flex flex-wrap items-baseline gap-x-2">
        {t(`options.${found?.stand ?? 'noPrice'}`)}
        {found && found.stand !== 'level' && (
          <Money amount={found.gain} coin="USDT" precision="short" isSigned size="title" weight="strong" />
        )}
      </Text>
      <PriceMove order={order} price={price} isLive />
    </>
  );
}

function Terms({ order }: { order: OptionOrderMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { entry, expires_at } = order;
  return (
    <>
      <Divider />
      <Facts>
        <Fact label={t('options.entryTick')}>
          {entry === null ? (
            t('options.soon')
          ) : (
            <bdi
              dir="ltr"
              className="figure"
            >{`#${formats.whole(entry.sequence)} · ${formats.time(entry.published_at, 'milliseconds')}`}</bdi>
          )}
        </Fact>
        <Fact label={t('options.settlesBy')}>
          {expires_at === null ? (
            t('options.afterEntry', { length: formats.duration(order.duration_ms) })
          ) : (
            <Figure>{formats.time(expires_at, 'milliseconds')}</Figure>
          )}
        </Fact>
        <Fact label={t('options.samePrice')}>{t('options.stakeBack')}</Fact>
      </Facts>
    </>
  );
}

function Result({ order }: { order: OptionOrderMessage }): ReactNode {
  const t = useT();
  const result = order.result ?? 'void';
  const tone = { win: 'rise', lose: 'text', tie: 'text', void: 'text' } as const;
  return (
    <>
      <Text size="title" weight="strong" tone={tone[result]} className="flex flex-wrap items-baseline gap-x-2">
        {t(`options.result_${result}`)}
        {(result === 'win' || result === 'lose') && (
          <Money amount={gainOf(order)} coin="USDT" precision="short" isSigned size="title" weight="strong" />
        )}
      </Text>
      {order.entry && order.exit && <PriceMove order={order} price={order.exit.price} />}
      <Text size="small" tone="secondary">
        <Translated
          id="options.paid"
          values={{
            amount: <Money amount={wad(order.paid ?? '0')} coin="USDT" precision="short" hasCoin size="small" />,
          }}
        />
      </Text>
    </>
  );
}

function Ending({ order, onDismiss }: RunningCardProps): ReactNode {
  const t = useT();
  return (
    <>
      {order.void_reason !== null && <Banner tone="info">{t(voidText(order.void_reason, order.exit_wait_ms))}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" to={`/receipt/option/${order.option_order_id}`} className="flex-1">
          {t('options.receipt')}
        </Button>
        <Button onPress={onDismiss} className="flex-1">
          {t('ui.tradeAgain')}
        </Button>
      </div>
    </>
  );
}

const wordOf = { waiting: 'waiting', settling: 'settling', bridging: 'noPrice' } as const;

/** What is read out when the stage changes. */
function Spoken({ order, stage }: { order: OptionOrderMessage; stage: Exclude<Stage, 'running'> }): ReactNode {
  const t = useT();
  if (stage !== 'ended') return t(`options.${wordOf[stage]}`);
  return t(`options.result_${order.result ?? 'void'}`);
}
