// How a language’s texts are written: one form of address, one kind of quotes, one spacing, each breach in a line that says where.
import type { Language } from '../src/text/languages.ts';
import type { Texts } from './text-faults.ts';

interface Rule {
  rule: string;
  /** What breaks it. */
  wrong: RegExp;
  /** Texts that it doesn’t hold for. */
  besides?: RegExp;
}

export function findStyleFaults(language: Language, texts: Texts): string[] {
  return [...everywhere, ...own[language]].flatMap(({ rule, wrong, besides }) =>
    Object.entries(texts)
      .filter(([key, text]) => !besides?.test(key) && wrong.test(text))
      .map(([key, text]) => `${language}: ${key} says “${wrong.exec(text)![0]}”: ${rule}`),
  );
}

const everywhere: readonly Rule[] = [
  { rule: 'an apostrophe is ’', wrong: /'/ },
  { rule: 'an ellipsis is …', wrong: /\.\.|…\s*$(?<=\s…\s*)/ },
  { rule: 'a space stands alone, and never at an end', wrong: / {2}|^ | $/ },
];

const quotes = (right: string): Rule => ({
  rule: `quotes are ${right}`,
  wrong: new RegExp(`[${[...'“”„‟‘‚‛«»‹›「」『』"'].filter((sign) => !right.includes(sign)).join('')}]`),
});

const han = String.raw`\p{sc=Han}`;
const japanese = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々、。）」]`;
const value = String.raw`[\p{sc=Latin}\d{}#]`;
/** All that may follow a name and a space: its value, up to the end of the text or of that part of it. */
const lastValue = String.raw`(?:v?\{\w+\}|#)枚?(?:$| ·| /|[（）}])`;

const own: Readonly<Record<Language, readonly Rule[]>> = {
  en: [quotes('“”'), { rule: 'a day of hours is 24h or 24 hours', wrong: /24 h\b|24H/ }],
  ja: [
    quotes('「」'),
    { rule: 'hours are 時間', wrong: /\d\s?h\b/i },
    {
      rule: 'no space beside a word or value in Latin letters or digits, but between a name and its value',
      wrong: new RegExp(`${japanese} (?=${value})(?!${lastValue})|(?<=${value}) ${japanese}`, 'u'),
    },
    {
      rule: 'signs are full-width beside Japanese',
      wrong: new RegExp(`(?<=${japanese})[:;,.!?()]|[:;,!?()](?=${japanese})`, 'u'),
    },
    {
      rule: 'katakana words for things end in ー only where they are usual so',
      wrong: /ブラウザー|サーバ(?!ー)|ユーザ(?!ー)/,
    },
  ],
  ko: [
    quotes('‘’'),
    { rule: 'hours are 시간', wrong: /\d\s?h\b/i },
    { rule: 'signs are half-width', wrong: /[：；，。！？（）]/ },
  ],
  sv: [quotes('”'), { rule: 'a day of hours is 24 h, kept together', wrong: /\d ?h\b/i, besides: /^chart\.period_/ }],
  ar: [
    quotes('«»'),
    { rule: 'hours are ساعة', wrong: /\d\s?h\b/i },
    { rule: 'tanwin stands on the letter before the alif: ًا', wrong: /اً/ },
    { rule: 'تحقق is written without shadda', wrong: /تحقّق/ },
    { rule: 'commas, semicolons and question marks are Arabic', wrong: /(?<=\p{sc=Arabic})[,;?]/u },
  ],
  'zh-Hant': [
    quotes('「」'),
    { rule: 'customers are 您', wrong: /你/ },
    { rule: 'hours are 小時', wrong: /\d\s?h\b/i },
    {
      rule: 'one space between Chinese and Latin letters or digits',
      wrong: new RegExp(String.raw`${han}[A-Za-z\d]|[A-Za-z\d]${han}`, 'u'),
      besides: /^chart\.period_/,
    },
    {
      rule: 'signs are full-width beside Chinese',
      wrong: new RegExp(`(?<=${han})[:;,.!?()]|[:;,!?()](?=${han})`, 'u'),
    },
  ],
  'de-CH': [
    quotes('«»'),
    { rule: 'Swiss German has no ß', wrong: /ß/ },
    {
      rule: 'customers are Sie',
      wrong:
        /(?<!\p{L})(?:du|dich|dir|dein\p{L}*|[Ww]ähle|[Ll]ade|[Vv]ersuche|[Pp]rüfe|[Tt]ippe|[Mm]elde|[Bb]ewahre|[Gg]ib|[Öö]ffne|[Ss]chau|[Ww]arte)(?!\p{L})/iu,
    },
    { rule: 'a day of hours is 24 h, kept together', wrong: /\d ?h\b/i, besides: /^chart\.period_/ },
  ],
};
