// An order in a list: open ones count down, ended ones lead to their receipt.
import type { OptionOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { usePrice } from '../live/use-live.ts';
import { useFormats, useT } from '../text/texts.ts';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Gain } from '../ui/gain.tsx';
import { Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { Side } from '../ui/side.tsx';
import { useIsOver } from '../ui/seconds-left.ts';
import { Text } from '../ui/text.tsx';
import { coinOf, gainOf, sideOf, stageOf, standOf } from './running-rules.ts';

function Title({ order }: { order: OptionOrderMessage }): ReactNode {
  const t = useT();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <bdi dir="ltr">{t('market.pair', { coin: coinOf(order)?.code ?? '' })}</bdi>
      <Side side={sideOf(order)} size="small">
        {t(`options.${sideOf(order)}`)}
      </Side>
    </span>
  );
}

function Note({ order }: { order: OptionOrderMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <span className="flex flex-wrap gap-x-2">
      {order.entry && order.exit && (
        <span className="inline-flex gap-x-1" dir="ltr">
          <Price price={order.entry.price} coin={coinOf(order)?.code ?? ''} size="tiny" />
          {t('ui.arrow')}
          <Price price={order.exit.price} coin={coinOf(order)?.code ?? ''} size="tiny" />
        </span>
      )}
      <bdi>{formats.duration(order.duration_ms)}</bdi>
      <Money amount={order.trade_num} coin="USDT" precision="short" hasCoin size="tiny" />
      <span>{formats.dateTime(order.received_at, 'seconds')}</span>
    </span>
  );
}

export function OpenRow({ order }: { order: OptionOrderMessage }): ReactNode {
  const endsAt = Date.parse(order.expires_at ?? order.received_at);
  const ring =
    order.expires_at === null ? (
      <CoinIcon coin={coinOf(order)?.code ?? ''} />
    ) : (
      <Countdown endsAt={endsAt} lengthMs={order.duration_ms} now={serverNow} size="normal" />
    );
  return (
    <Row
      title={<Title order={order} />}
      note={<Note order={order} />}
      start={ring}
      end={<Standing order={order} />}
      to="/contracts"
      isPlain
    />
  );
}

function Standing({ order }: { order: OptionOrderMessage }): ReactNode {
  const t = useT();
  // Another stage begins when the time is up.
  useIsOver({ endsAt: Date.parse(order.expires_at ?? order.received_at), now: serverNow });
  const found = standOf(order, usePrice(coinOf(order)?.symbol));
  const stage = stageOf(order, serverNow());
  if (stage !== 'running' || !found)
    return (
      <Text size="small" tone="secondary">
        {t(stage === 'settling' ? 'options.settling' : stage === 'bridging' ? 'options.noPrice' : 'options.waiting')}
      </Text>
    );
  return (
    <>
      <Gain amount={found.gain} />
      <Text size="tiny" tone="faint">
        {t(`options.${found.stand}`)}
      </Text>
    </>
  );
}

export function EndedRow({ order }: { order: OptionOrderMessage }): ReactNode {
  const t = useT();
  const result = order.result ?? 'void';
  return (
    <Row
      title={<Title order={order} />}
      note={<Note order={order} />}
      start={<CoinIcon coin={coinOf(order)?.code ?? ''} />}
      end={<Gain amount={gainOf(order)} />}
      endNote={t(`options.result_${result}`)}
      to={`/receipt/option/${order.option_order_id}`}
    />
  );
}
