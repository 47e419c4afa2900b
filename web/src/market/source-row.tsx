import type { Coin, IndexSourceName } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Row } from '../ui/list.tsx';
import { Price } from '../ui/price.tsx';
import { CheckMark } from '../ui/verdict.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { secondsOf } from './use-sources.ts';
import type { Source } from './use-sources.ts';

/** As the exchanges call themselves, in every language. */
const names: Record<Exclude<IndexSourceName, 'simulated'>, string> = {
  htx: 'HTX',
  binance: 'Binance',
  okx: 'OKX',
  bybit: 'Bybit',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
};

export function SourceRow({ coin, source }: { coin: Coin; source: Source }): ReactNode {
  const t = useT();
  const counts = source.standing === 'in';
  return (
    <Row
      start={<CheckMark state={counts ? 'good' : 'bad'} word={t(`sources.standing_${source.standing}`)} />}
      title={source.source === 'simulated' ? t('sources.simulated') : <bdi>{names[source.source]}</bdi>}
      note={<Standing coin={coin} source={source} />}
      end={
        source.price === null ? undefined : (
          <Price price={source.price} coin={coin.code} tone={counts ? 'text' : 'secondary'} />
        )
      }
      endNote={<Apart source={source} />}
    />
  );
}

/** Why it counts or not, when it may again, and what it quoted if not this. */
function Standing({ coin, source }: { coin: Coin; source: Source }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { standing, quoted, rate, back_from: backFrom } = source;
  const lines = [
    t(`sources.standing_${standing}`),
    backFrom !== null && standing !== 'in' && t('sources.backFrom', { time: formats.time(backFrom, 'seconds') }),
    quoted !== null &&
      t('sources.quoted', {
        price: formats.decimal(quoted, { min: coin.priceDecimals, max: coin.priceDecimals }),
        rate: formats.decimal(rate, { min: 4, max: 6 }),
      }),
  ];
  return lines
    .filter((line) => line !== false)
    .map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ));
}

function Apart({ source }: { source: Source }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { age_ms: age, deviation, price } = source;
  if (age === null && price === null) return t('sources.noPrice');
  return (
    <>
      <Text size="small" tone="secondary">
        <Figure>{formats.percent(deviation, { decimals: 3, isSigned: true })}</Figure>
      </Text>
      {age !== null && (
        <span className="block">
          {t('sources.ago', { seconds: formats.decimal(secondsOf(age), { min: 1, max: 1 }) })}
        </span>
      )}
    </>
  );
}
