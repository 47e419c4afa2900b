// Where a coin's price comes from: each source as it stands this second, and why it counts or not. Open to everyone.
import { coinOfCode, coins } from '@candor/wire';
import type { Coin } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Header } from '../ui/header.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Price } from '../ui/price.tsx';
import { ErrorState, SkeletonList } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { TitleButton } from '../ui/title-button.tsx';
import { Heading, Words } from '../ui/words.tsx';
import { coinOfPair } from './pair.ts';
import { PairPicker } from './pair-picker.tsx';
import { SourceRow } from './source-row.tsx';
import { useSources } from './use-sources.ts';
import type { Sources } from './use-sources.ts';

export function Screen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
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
      <Words as="p" size="small" tone="secondary" className="pt-4">
        {t('sources.how')}
      </Words>
      <TextLink to="/market/corrections">{t('sources.corrections')}</TextLink>
      <PairPicker
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        coin={coin.code}
        onChoose={(code) => void navigate(`/market/sources/${coinOfCode(code)!.symbol}`, { replace: true })}
      />
    </Page>
  );
}

function SourcesNow({ coin }: { coin: Coin }): ReactNode {
  const [t, words] = [useText(), useRefusalWords()];
  const { sources, read } = useSources(coin);
  if (!sources) {
    return read.isError ? (
      <ErrorState title={words(read.error.failure)} isRetrying={read.isFetching} onRetry={() => void read.refetch()} />
    ) : (
      <SkeletonList rows={6} />
    );
  }
  return (
    <div className="flex flex-col gap-3 pt-3">
      <IndexNow coin={coin} now={sources} />
      <div>
        <Heading>{t('sources.list')}</Heading>
        <List isCard label={t('sources.list')}>
          {sources.sources.map((source) => (
            <SourceRow key={source.source} coin={coin} source={source} />
          ))}
        </List>
      </div>
    </div>
  );
}

function IndexNow({ coin, now }: { coin: Coin; now: Sources }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const count = now.sources.filter(({ standing }) => standing === 'in').length;
  return (
    <Card className="flex flex-col gap-1">
      <Words size="small" tone="secondary">
        {t('sources.index')}
      </Words>
      <Price
        price={now.price}
        coin={coin.code}
        isTicking
        size="figure"
        weight="strong"
        tone="text"
        className="self-start"
      />
      <Words size="small" weight="medium" tone={count > 0 ? 'good' : 'warn'}>
        {t('sources.counting', { count, all: now.sources.length })}
      </Words>
      <Words as="p" size="small" tone="secondary">
        {t('sources.bound', { bound: formats.percent(now.bound, { decimals: 0 }) })}
      </Words>
      {now.price === null && <Banner tone="warn">{t('sources.noIndex')}</Banner>}
    </Card>
  );
}
