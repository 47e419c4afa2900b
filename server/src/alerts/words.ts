// What an alert says in mail and on a phone's lock screen, in every language of the app.
import { coinOfCode, formatAmount } from '@candor/wire';
import type { AlertKind, Wad } from '@candor/wire';
import type { Language } from '../accounts/messages.ts';
import { targetText } from './alert.ts';
import type { Told } from './alert.ts';

export function alertWords(told: Told, language: Language): { title: string; body: string } {
  const { coin, kind, seen } = told;
  const values: Record<string, string> = {
    coin,
    target: kind === 'change' ? percentText(targetText(told), language) : priceText(told.target, told, language),
    price: priceText(seen.price, told, language),
    change: percentText(formatAmount(((seen.change ?? 0n) * 100n) as Wad), language, 'exceptZero'),
    time: timeText(seen.at, language),
  };
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  const { [kind]: title, body } = words[language];
  return { title: fill(title), body: fill(body) };
}

const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn' : language);

/** Signs and digits keep their order inside text that runs from the right. */
const isolated = (text: string): string => `\u2066${text}\u2069`;

function priceText(price: Wad, { coin }: Pick<Told, 'coin'>, language: Language): string {
  const decimals = coinOfCode(coin)!.priceDecimals;
  const format = new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
  });
  return isolated(`${format.format(formatAmount(price) as `${number}`)} USDT`);
}

/** Of percent as decimal text; cut like everywhere in the app. */
function percentText(percent: string, language: Language, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  const format = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 2, roundingMode: 'trunc', signDisplay }); // prettier-ignore
  return isolated(`${format.format(percent as `${number}`)}%`);
}

/** In UTC: nobody knows here where the reader is. */
const timeText = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }).format(at);

const words: Record<Language, Record<AlertKind | 'body', string>> = {
  en: {
    above: '{coin} has reached {target}',
    below: '{coin} has fallen to {target}',
    change: '{coin} has moved {change} in 24 hours',
    body: 'Price {price}, {time} UTC. You asked to be told at {target}.',
  },
  ja: {
    above: '{coin} が {target} に到達しました',
    below: '{coin} が {target} まで下落しました',
    change: '{coin} の24時間変動率が {change} になりました',
    body: '価格 {price}（{time} UTC）。{target} でお知らせする設定です。',
  },
  ko: {
    above: '{coin} 가격이 {target}에 도달했습니다',
    below: '{coin} 가격이 {target}까지 내렸습니다',
    change: '{coin} 24시간 변동률 {change}',
    body: '가격 {price}, {time} UTC. {target} 도달 시 알림을 설정하셨습니다.',
  },
  sv: {
    above: '{coin} har nått {target}',
    below: '{coin} har fallit till {target}',
    change: '{coin} har rört sig {change} på 24 timmar',
    body: 'Pris {price}, {time} UTC. Du bad om besked vid {target}.',
  },
  ar: {
    above: 'بلغ سعر {coin} مستوى {target}',
    below: 'انخفض سعر {coin} إلى {target}',
    change: 'تغيّر سعر {coin} بنسبة {change} خلال 24 ساعة',
    body: 'السعر {price}، {time} بالتوقيت العالمي. طلبت إبلاغك عند {target}.',
  },
  'zh-Hant': {
    above: '{coin} 已達 {target}',
    below: '{coin} 已跌至 {target}',
    change: '{coin} 24 小時漲跌 {change}',
    body: '價格 {price}，{time} UTC。您設定在 {target} 時通知。',
  },
  'de-CH': {
    above: '{coin} hat {target} erreicht',
    below: '{coin} ist auf {target} gefallen',
    change: '{coin} hat sich in 24 Stunden um {change} bewegt',
    body: 'Kurs {price}, {time} UTC. Sie wollten bei {target} benachrichtigt werden.',
  },
};
