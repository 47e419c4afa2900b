// One order from the tap to its receipt: waiting, counting down, settling, ended.
import { wad } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useConnection } from '../session/live/connection.ts';
import { serverNow } from '../session/live/feed.ts';
import { usePrice } from '../session/live/use-live.ts';
import { Text } from '../text/text.tsx';
import { useFormats, useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Divider } from '../ui/card.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Side } from '../ui/side.tsx';
import { WaitingRing } from '../ui/waiting-ring.tsx';
import { Unseen, Words } from '../ui/words.tsx';
import { PriceMove } from './price-move.tsx';
import { coinOf, gainOf, sideOf, stageOf, standOf } from './running-rules.ts';
import type { Stage } from './running-rules.ts';

export interface RunningCardProps {
  order: OptionOrderMessage;
  /** The result was taken note of. */
  onDismiss: () => void;
}

export function RunningCard({ order, onDismiss }: RunningCardProps): ReactNode {
  const t = useText();
  const stage = useStage(order);
  const label = t('options.cardLabel', { coin: coinOf(order)?.code ?? '' });
  const isWon = order.result === 'win';
  return (
    <Card look={stage === 'ended' && isWon ? 'good' : 'raised'} label={label} className="rise-in flex flex-col gap-3">
      <div className="flex items-center gap-4">
        {stage === 'running' ? (
          <RunningRing order={order} />
        ) : (
          <WaitingRing state={stage === 'ended' ? (order.result ?? 'void') : 'busy'} />
        )}
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <Agreed order={order} />
          {stage === 'waiting' && (
            <Words size="large" weight="strong">
              {t('options.waiting')}
            </Words>
          )}
          {stage === 'running' && <LiveStand order={order} />}
          {stage === 'settling' && (
            <Words size="large" weight="strong">
              {t('options.settling')}
            </Words>
          )}
          {stage === 'ended' && <Result order={order} />}
        </div>
      </div>
      <Unseen>
        <span role="status">{stage === 'running' ? '' : <Spoken order={order} stage={stage} />}</span>
      </Unseen>
      {stage === 'ended' ? <Ending order={order} onDismiss={onDismiss} /> : <Terms order={order} />}
    </Card>
  );
}

/** Changes with what is pushed, and when the time is up. */
function useStage(order: OptionOrderMessage): Stage {
  const [stage, setStage] = useState(() => stageOf(order, serverNow()));
  const present = stageOf(order, serverNow());
  useEffect(() => {
    setStage(stageOf(order, serverNow()));
    if (order.expires_at === null || order.trade_type === 0) return;
    const timer = setTimeout(
      () => setStage(stageOf(order, serverNow())),
      Math.max(0, Date.parse(order.expires_at) - serverNow()) + 20,
    );
    return () => clearTimeout(timer);
  }, [order]);
  return present === 'running' && stage === 'settling' ? stage : present;
}

interface RunningOrder {
  order: OptionOrderMessage;
}

function Agreed({ order }: RunningOrder): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Words size="small" tone="secondary">
        <bdi dir="ltr">{t('options.pair', { coin: coinOf(order)?.code ?? '' })}</bdi>
      </Words>
      <Side side={sideOf(order)} size="small">
        {t(`options.${sideOf(order)}`)}
      </Side>
      <Words size="small" tone="secondary">
        <bdi>{formats.duration(order.duration_ms)}</bdi>
      </Words>
      <Money amount={order.trade_num} coin="USDT" precision="short" hasCoin size="small" tone="secondary" />
    </span>
  );
}

const toneOf = { winning: 'rise', losing: 'fall', level: 'accent' } as const;
const wordsToneOf = { winning: 'rise', losing: 'fall', level: 'secondary' } as const;

function useStand(order: OptionOrderMessage) {
  const price = usePrice(coinOf(order)?.symbol ?? 'btcusdt');
  // Without a connection the last price is an old one: nobody is told to win or lose by it.
  const isLive = useConnection() === 'live';
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
  const t = useText();
  const { price, found } = useStand(order);
  const tone = wordsToneOf[found?.stand ?? 'level'];
  return (
    <>
      <Words size="title" weight="strong" tone={tone} className="flex flex-wrap items-baseline gap-x-2">
        {t(`options.${found?.stand ?? 'noPrice'}`)}
        {found && found.stand !== 'level' && (
          <Money amount={found.gain} coin="USDT" precision="short" isSigned size="title" weight="strong" />
        )}
      </Words>
      <PriceMove order={order} price={price} isLive />
    </>
  );
}

function Terms({ order }: { order: OptionOrderMessage }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
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
            <bdi dir="ltr" className="figure">
              {formats.time(expires_at, 'milliseconds')}
            </bdi>
          )}
        </Fact>
        <Fact label={t('options.samePrice')}>{t('options.stakeBack')}</Fact>
      </Facts>
    </>
  );
}

function Result({ order }: { order: OptionOrderMessage }): ReactNode {
  const t = useText();
  const result = order.result ?? 'void';
  const tone = { win: 'good', lose: 'text', tie: 'text', void: 'text' } as const;
  return (
    <>
      <Words size="title" weight="strong" tone={tone[result]} className="flex flex-wrap items-baseline gap-x-2">
        {t(`options.result_${result}`)}
        {(result === 'win' || result === 'lose') && (
          <Money amount={gainOf(order)} coin="USDT" precision="short" isSigned size="title" weight="strong" />
        )}
      </Words>
      {order.entry && order.exit && <PriceMove order={order} price={order.exit.price} />}
      <Words size="small" tone="secondary">
        <Text
          id="options.paid"
          values={{
            amount: <Money amount={wad(order.paid ?? '0')} coin="USDT" precision="short" hasCoin size="small" />,
          }}
        />
      </Words>
    </>
  );
}

function Ending({ order, onDismiss }: RunningCardProps): ReactNode {
  const t = useText();
  return (
    <>
      {order.void_reason !== null && <Banner tone="info">{t(`options.void_${order.void_reason}`)}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" to={`/receipt/option/${order.option_order_id}`} className="flex-1">
          {t('options.receipt')}
        </Button>
        <Button onPress={onDismiss} className="flex-1">
          {t('options.again')}
        </Button>
      </div>
    </>
  );
}

/** What is read out when the stage changes. */
function Spoken({ order, stage }: { order: OptionOrderMessage; stage: Stage }): ReactNode {
  const t = useText();
  if (stage !== 'ended') return t(stage === 'waiting' ? 'options.waiting' : 'options.settling');
  return t(`options.result_${order.result ?? 'void'}`);
}
