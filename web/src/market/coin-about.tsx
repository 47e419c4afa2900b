// What a coin is: every figure with the day that it is of, and none where nothing is known.
import { coins, getCoinIntroduction } from '@candor/wire';
import type { Coin, CoinIntroduction } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Compact } from '../ui/compact.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { unitOf } from './book-panel.tsx';

export function CoinAbout({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const read = useRead(getCoinIntroduction, { coin: coin.code }, { freshMs: 600_000 });
  return (
    <Loaded read={read} skeleton={<SkeletonList rows={6} />} errorNote={t('market.about')}>
      {(said) => <Introduction coin={coin} said={said} />}
    </Loaded>
  );
}

function Introduction({ coin, said }: { coin: Coin; said: CoinIntroduction }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { supplies, market_value: value } = said;
  const supply = (amount: string | null): ReactNode =>
    amount === null ? t('market.unknown') : `${formats.decimal(amount, { min: 0, max: 0 })} ${coin.code}`;
  // What is old must not look like today's.
  const dated = (label: string): string => `${label} · ${formats.month(noonOf(supplies.as_of))}`;
  const step = formats.price(unitOf(coin.priceDecimals), { min: coin.priceDecimals, max: coin.priceDecimals });
  return (
    <section aria-label={t('market.about')} className="flex flex-col gap-3 py-2">
      <Facts>
        <Fact label={t('market.rank')}>{rankText(t, said.rank)}</Fact>
        <Fact label={dated(t('market.marketValue'))}>
          {value === null ? (
            t('market.unknown')
          ) : (
            <>
              <Compact amount={value} /> USDT
            </>
          )}
        </Fact>
        <Fact label={dated(t('market.circulating'))}>{supply(supplies.circulating)}</Fact>
        <Fact label={dated(t('market.total'))}>{supply(supplies.total)}</Fact>
        <Fact label={supplies.has_max ? dated(t('market.max')) : t('market.max')}>
          {supplies.has_max ? supply(supplies.max) : t('market.noMax')}
        </Fact>
        <Fact label={t('market.launched')}>{formats.date(noonOf(said.launch_date))}</Fact>
        <Fact label={t('market.priceStep')}>
          <Figure>{step} USDT</Figure>
        </Fact>
        <Fact label={t('market.sheet')}>
          <Money amount={said.sheet_size} coin={coin.code} precision="short" size="small" hasCoin />
        </Fact>
        <Fact label={t('market.website')}>
          <OutsideLink address={said.website} />
        </Fact>
        <Fact label={t('market.explorer')}>
          <OutsideLink address={said.explorer} />
        </Fact>
      </Facts>
      <Text as="p" size="tiny" tone="faint">
        {t('market.asOf', { date: formats.date(noonOf(supplies.as_of)) })}
      </Text>
    </section>
  );
}

function rankText(t: ReturnType<typeof useT>, rank: CoinIntroduction['rank']): string {
  if (rank === null) return t('market.unknown');
  return rank.among === 'all'
    ? t('market.rankAll', { place: rank.place })
    : t('market.rankOffered', { place: rank.place, count: coins.length });
}

/** A day without an hour is the same day everywhere: noon of the reader's own zone lies in it. */
const noonOf = (day: string): string => `${day}T12:00:00`;

const OutsideLink = ({ address }: { address: string }): ReactNode => (
  <TextLink to={address} isOutside size="small" className="-my-2 justify-end">
    <bdi dir="ltr">{new URL(address).host}</bdi>
  </TextLink>
);
