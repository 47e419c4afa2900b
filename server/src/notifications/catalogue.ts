// Everything that customers can be told, gathered from the products, and which ways it goes.
import type { NoticeCategory, NoticeChannel } from '@candor/wire';
import type { Fact, NoticeKind, NoticeSource } from '../kit/notice.ts';
import { amountWords, countWords, percentWords, priceWords, timeWords } from '../kit/local-words.ts';
import type { Language } from '../kit/texts.ts';
import { formatAmount, wad, type Wad } from '@candor/wire';

export interface ListedKind extends NoticeKind {
  kind: string;
  source: NoticeSource;
}

export type Catalogue = ReadonlyMap<string, ListedKind>;

export const catalogueOf = (sources: readonly NoticeSource[]): Catalogue =>
  new Map(
    sources.flatMap((source) =>
      Object.entries(source.kinds).map(([kind, each]) => [kind, { ...each, kind, source }] as const),
    ),
  );

/** always: what nobody may miss. */
const waysOf: Record<NoticeCategory, Record<NoticeChannel, 'always' | 'on' | 'off'>> = {
  security: { push: 'on', mail: 'always' },
  money: { push: 'on', mail: 'always' },
  support: { push: 'on', mail: 'on' },
  trading: { push: 'on', mail: 'off' },
  products: { push: 'on', mail: 'on' },
  news: { push: 'off', mail: 'off' },
};

/** How it goes unless the customer wants it otherwise. */
export const wayOf = ({ category, ways }: NoticeKind, channel: NoticeChannel): 'always' | 'on' | 'off' | 'never' =>
  ways?.[channel] ?? waysOf[category][channel];

/** Whether it goes this way, for somebody who has switched it or, with undefined, has not. */
export function goesBy(kind: NoticeKind, channel: NoticeChannel, switched: boolean | undefined): boolean {
  const way = wayOf(kind, channel);
  return way === 'always' || (way !== 'never' && (switched ?? way === 'on'));
}

/** Quiet hours hold nothing back that concerns security or money. */
export const isUrgent = ({ category }: NoticeKind): boolean => category === 'security' || category === 'money';

export interface Words {
  title: string;
  body: string;
}

export function wordsOf(
  { source: { words } }: ListedKind,
  { says, facts, language }: { says: string; facts: Readonly<Record<string, Fact>>; language: Language },
): Words {
  const say = (key: string): string =>
    (words[language][key] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const fact = facts[name] ?? '';
      return typeof fact === 'object' && 'word' in fact
        ? (words[language][fact.word] ?? '')
        : factWords(fact, language);
    });
  return { title: say(`${says}.title`), body: say(`${says}.body`) };
}

function factWords(fact: Exclude<Fact, { word: string }>, language: Language): string {
  if (typeof fact === 'string') return fact;
  if ('amount' in fact) return amountWords(fact.amount, fact.coin, language, fact.isSigned ? 'exceptZero' : 'auto');
  if ('price' in fact) return priceWords(fact.price, fact.coin, language);
  if ('share' in fact) return percentWords(formatAmount((wad(fact.share) * 100n) as Wad), language);
  return 'count' in fact ? countWords(fact.count, language) : timeWords(fact.at, language);
}
