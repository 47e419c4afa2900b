// What each product took from customers and paid them, and how many accounts lost by it. Open to everyone.
import { getHouseResults } from '@candor/wire';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead, type DataOf } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Segmented } from '../ui/choices.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { Figure, Heading, Note, Text } from '../ui/text.tsx';
import { namesOfProducts } from './product-names.ts';

type Results = DataOf<typeof getHouseResults>;
type Span = 'days_30' | 'all';

export function Screen(): ReactNode {
  const t = useT();
  return (
    <Page title={t('proof.results')} back="/proof">
      <Text as="p" size="small" tone="secondary" className="py-3">
        {t('proof.resultsIntro')}
      </Text>
      <Loaded read={useRead(getHouseResults, {})} skeleton={<SkeletonList rows={6} />}>
        {(results) =>
          results.last_day === null ? (
            <EmptyState icon={ChartNoAxesColumn} title={t('proof.noDay')} note={t('proof.noDayNote')} />
          ) : (
            <Products {...results} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Products({ products, first_day: first, last_day: last }: Results): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [span, setSpan] = useState<Span>('days_30');
  // The same day wherever it is read.
  const dateOf = (day: string): string => formats.date(`${day}T00:00`);
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t('proof.span')}
        value={span}
        onChange={setSpan}
        choices={[
          { value: 'days_30', label: t('proof.days30') },
          { value: 'all', label: t('proof.allDays') },
        ]}
      />
      {products.map((each) => (
        <ProductCard key={each.product} each={each} span={span} />
      ))}
      <Note>{t('proof.ratioNote')}</Note>
      {first !== null && last !== null && (
        <Note>{t('proof.counted', { first: dateOf(first), last: dateOf(last) })}</Note>
      )}
    </div>
  );
}

function ProductCard({ each, span }: { each: Results['products'][number]; span: Span }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { taken, given, result, payout_ratio: ratio } = each[span];
  const name = t(namesOfProducts[each.product]);
  return (
    <Card label={name}>
      <Heading>{name}</Heading>
      <Facts>
        <Fact label={t('proof.taken')}>
          <Money amount={taken} coin="USDT" precision="cents" size="small" hasCoin />
        </Fact>
        <Fact label={t('proof.given')}>
          <Money amount={given} coin="USDT" precision="cents" size="small" hasCoin />
        </Fact>
        <Fact label={t('proof.result')}>
          <Money amount={result} coin="USDT" precision="cents" size="small" isSigned hasCoin />
        </Fact>
        <Fact label={t('proof.ratio')}>
          <Figure>{formats.percent(ratio)}</Figure>
        </Fact>
        {each.product !== 'swap' && (
          <Fact
            label={t('proof.losing')}
            note={t('proof.losingOf', { losing: formats.whole(each.losing), accounts: formats.whole(each.accounts) })}
          >
            <Figure>{formats.percent(each.losing_share)}</Figure>
          </Fact>
        )}
      </Facts>
      {each.product === 'swap' && <Note>{t('proof.swapNote')}</Note>}
    </Card>
  );
}
