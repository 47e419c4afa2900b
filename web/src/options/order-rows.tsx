// An order in a list: open ones count down, ended ones lead to their receipt.
import type { OptionOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../session/live/feed.ts';
import { usePrice } from '../session/live/use-live.ts';
import { useFormats, useText } from '../text/texts.ts';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { Countdown, useLeft } from '../ui/countdown.tsx';
import { Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Side } from '../ui/side.tsx';
import { Words } from '../ui/words.tsx';
import { coinOf, gainOf, sideOf, stageOf, standOf } from './running-rules.ts';

function Title({ order }: { order: OptionOrderMessage }): ReactNode {
  const t = useText();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <bdi dir="ltr">{t('options.pair', { coin: coinOf(order)?.code ?? '' })}</bdi>
      <Side side={sideOf(order)} size="small">
        {t(`options.${sideOf(order)}`)}
      </Side>
    </span>
  );
}

function Note({ order }: { order: OptionOrderMessage }): ReactNode {
  const formats = useFormats();
  return (
    <span className="flex flex-wrap gap-x-2">
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
  const t = useText();
  // Renders again when the time is up.
  useLeft({ endsAt: Date.parse(order.expires_at ?? order.received_at), now: serverNow });
  const found = standOf(order, usePrice(coinOf(order)?.symbol ?? 'btcusdt'));
  const stage = stageOf(order, serverNow());
  if (stage !== 'running' || !found)
    return (
      <Words size="small" tone="secondary">
        {t(stage === 'settling' ? 'options.settling' : 'options.waiting')}
      </Words>
    );
  const tone = found.gain > 0n ? 'rise' : found.gain < 0n ? 'fall' : 'secondary';
  return (
    <>
      <Money amount={found.gain} coin="USDT" precision="short" isSigned weight="strong" tone={tone} />
      <Words size="tiny" tone="faint">
        {t(`options.${found.stand}`)}
      </Words>
    </>
  );
}

export function EndedRow({ order }: { order: OptionOrderMessage }): ReactNode {
  const t = useText();
  const result = order.result ?? 'void';
  const gain = gainOf(order);
  return (
    <Row
      title={<Title order={order} />}
      note={<Note order={order} />}
      start={<CoinIcon coin={coinOf(order)?.code ?? ''} />}
      end={
        <Money
          amount={gain}
          coin="USDT"
          precision="short"
          isSigned
          weight="strong"
          tone={gain > 0n ? 'rise' : gain < 0n ? 'fall' : 'secondary'}
        />
      }
      endNote={t(`options.result_${result}`)}
      to={`/receipt/option/${order.option_order_id}`}
    />
  );
}
