// Where a coin's price comes from: each source as it stands this second, and why it counts or not. Open to everyone.
import { coinOfCode, coins, getOptionGaps } from '@candor/wire';
import type { Coin } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { navigate, useParams } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Header } from '../ui/header.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { TickingPrice } from '../ui/price.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { TitleButton } from '../ui/title-button.tsx';
import { Heading, Note, Text } from '../ui/text.tsx';
import { coinOfPair } from './pair.ts';
import { PairPicker } from './pair-picker.tsx';
import { SourceRow } from './source-row.tsx';
import { secondsOf, useIndexPrice, useSources } from './use-sources.ts';
import type { Sources } from './use-sources.ts';

export function Screen(): ReactNode {
  const t = useT();
  const coin = coinOfPair(useParams()['pair'] ?? '') ?? coins[0]!;
  const [isPicking, setPicking] = useState(false);
  const title = t('sources.of', { coin: coin.code });
  const heading = (
    <TitleButton hint={t('market.choosePair')} onPress={() => setPicking(true)}>
      {title}
    </TitleButton>
  );
  return (
    <Page title={title} header={<Header title={title} heading={heading} back={`/exchange/${coin.symbol}`} />}>
      <SourcesNow key={coin.code} coin={coin} />
      <Text as="p" size="small" tone="secondary" className="pt-4">
        {t('sources.how')}
      </Text>
      <TextLink to="/market/corrections">{t('corrections.title')}</TextLink>
      <PairPicker
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        coin={coin.code}
        onChoose={(code) => navigate(`/market/sources/${coinOfCode(code)!.symbol}`, { replace: true })}
      />
    </Page>
  );
}

function SourcesNow({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  return (
    <Loaded read={useSources(coin)} skeleton={<SkeletonList rows={6} />}>
      {(now) => (
        <div className="flex flex-col gap-3 pt-3">
          <IndexNow coin={coin} now={now} />
          <div>
            <Heading>{t('sources.list')}</Heading>
            <List isCard label={t('sources.list')}>
              {now.sources.map((source) => (
                <SourceRow key={source.source} coin={coin} source={source} />
              ))}
            </List>
          </div>
        </div>
      )}
    </Loaded>
  );
}

function IndexNow({ coin, now }: { coin: Coin; now: Sources }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const price = useIndexPrice(coin, now.price);
  const count = now.sources.filter(({ standing }) => standing === 'in').length;
  return (
    <Card className="flex flex-col gap-1">
      <Text size="small" tone="secondary">
        {t('sources.index')}
      </Text>
      <TickingPrice coin={coin.code} source={price} size="figure" weight="strong" tone="text" className="self-start" />
      <Text size="small" weight="medium" tone={count > 0 ? 'good' : 'warn'}>
        {t('sources.counting', { count, all: now.sources.length })}
      </Text>
      <Note>{t('sources.bound', { bound: formats.percent(now.bound, { decimals: 0 }) })}</Note>
      <Gaps gaps={now.gaps} />
      <OptionGaps />
      {now.price === null && <Banner tone="warn">{t('sources.noIndex')}</Banner>}
    </Card>
  );
}

/** What this platform itself kept from its customers: times without a tick. */
function Gaps({ gaps }: { gaps: Sources['gaps'] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { largest_ms: largest, last_at: lastAt } = gaps;
  const count = formats.whole(parseInt(gaps.count, 10));
  if (largest === null || lastAt === null) {
    return <Note>{t('sources.gaps', { count })}</Note>;
  }
  const longest = formats.decimal(secondsOf(largest), { min: 1, max: 1 });
  return (
    <>
      <Text as="p" size="small" weight="medium" tone="warn">
        {t('sources.gaps', { count })}
      </Text>
      <Note>{t('sources.gapsLast', { longest, time: formats.dateTime(lastAt, 'seconds') })}</Note>
    </>
  );
}

/** Options that such times made void, or left to the next price. */
function OptionGaps(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { data } = useRead(getOptionGaps, {});
  if (!data) return null;
  const isNone = data.voids + data.late_exits === 0;
  return (
    <Text as="p" size="small" tone={isNone ? 'secondary' : 'warn'}>
      {t('sources.optionGaps', { voids: formats.whole(data.voids), late: formats.whole(data.late_exits) })}
    </Text>
  );
}
