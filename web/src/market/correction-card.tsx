import { coinOfCode, correctionByIndex } from '@candor/wire';
import type { CandleCorrection, CandlePrices } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { ComparedFigures } from '../ui/compared-figures.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Raw } from '../ui/verdict.tsx';
import { Note, Text } from '../ui/text.tsx';

const prices = ['open', 'high', 'low', 'close'] as const satisfies (keyof CandlePrices)[];

/** One minute of one coin: what it looked like, what it looks like now, why, and who says so. */
export function CorrectionCard({ correction }: { correction: CandleCorrection }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { id, coin, minute_ms: minute, before, after, reason, note, signature } = correction;
  const { proposed_by: one, approved_by: other, corrected_at: at } = correction;
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  const figure = (price: string): string => formats.decimal(price, { min: decimals, max: decimals });
  const name = `${t('market.pair', { coin })} · ${formats.dateTime(minute)}`;
  return (
    <Card label={name} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <Text as="h3" weight="strong">
          <bdi>{t('market.pair', { coin })}</bdi> · {formats.dateTime(minute)}
        </Text>
        <Text size="small" tone="faint">
          <bdi dir="ltr">#{formats.whole(id)}</bdi>
        </Text>
      </div>
      <Text as="p" size="small">
        {t(`corrections.reason_${reason}`)}
      </Text>
      <Note>
        <bdi>{note}</bdi>
      </Note>
      <ComparedFigures
        label={name}
        columns={[t('corrections.before'), t('corrections.after')]}
        rows={prices.map((price) => ({
          label: t(`chart.${price}`),
          before: figure(before[price]),
          after: figure(after[price]),
        }))}
      />
      <Note>
        {one === correctionByIndex && other === correctionByIndex
          ? t('corrections.byIndex')
          : t('corrections.byPeople', { one, other })}
        {' · '}
        {t('corrections.correctedAt', { time: formats.dateTime(at, 'seconds') })}
      </Note>
      <Facts>
        <Fact label={t('corrections.signature')}>
          <Raw>{`${signature.slice(0, 16)}…${signature.slice(-8)}`}</Raw>
        </Fact>
      </Facts>
      <TextLink to={`/exchange/${coin.toLowerCase()}usdt`} size="small">
        {t('corrections.chart')}
      </TextLink>
    </Card>
  );
}
