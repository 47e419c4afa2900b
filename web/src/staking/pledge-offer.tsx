// The terms on offer, each with what 1,000 USDT bring in money, and where that comes from.
import { queryPledgeProducts, wad } from '@candor/wire';
import type { PledgeProduct } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { Translated } from '../text/translated.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Fact, Facts, List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Figure, Heading, Note, Text } from '../ui/text.tsx';
import { forecast, isSoldOut } from './pledge-rules.ts';

const sample = wad('1000');

export function PledgeOffer(): ReactNode {
  const t = useT();
  return (
    <Loaded read={useRead(queryPledgeProducts, {})}>
      {({ RESULT_LIST, rewards_free: free, rewards_promised: promised }) => (
        <>
          <section className="mt-4">
            <Heading>{t('staking.products')}</Heading>
            <List isCard label={t('staking.products')}>
              {RESULT_LIST.map((product) => (
                <ProductRow key={product.pledge_product_id} product={product} isSold={isSoldOut(product, free)} />
              ))}
            </List>
          </section>
          <Card className="mt-4 flex flex-col gap-3" label={t('staking.sourceTitle')}>
            <Text as="h2" weight="strong">
              {t('staking.sourceTitle')}
            </Text>
            <Note>{t('staking.source')}</Note>
            <Facts>
              <Fact label={t('staking.promised')}>
                <Money amount={promised} coin="USDT" precision="short" hasCoin size="small" />
              </Fact>
              <Fact label={t('staking.free')}>
                <Money amount={free} coin="USDT" precision="short" hasCoin size="small" />
              </Fact>
            </Facts>
          </Card>
        </>
      )}
    </Loaded>
  );
}

function ProductRow({ product, isSold }: { product: PledgeProduct; isSold: boolean }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const rate = <Figure>{formats.percent(product.daily_rate, { decimals: 3 })}</Figure>;
  const income = forecast(sample, product).total;
  return (
    <Row
      title={formats.length(product.days, 'day')}
      note={<Translated id="staking.daily" values={{ rate }} />}
      end={
        isSold ? (
          <Badge>{t('staking.soldOut')}</Badge>
        ) : (
          <Money amount={income} coin="USDT" precision="short" hasCoin tone="rise" isSigned />
        )
      }
      endNote={
        <Translated
          id="staking.wouldEarn"
          values={{ stake: <Money amount={sample} coin="USDT" precision="short" hasCoin size="tiny" /> }}
        />
      }
      {...(isSold ? { keepsArrowPlace: true } : { to: `/openPledge/${product.pledge_product_id}` })}
    />
  );
}
