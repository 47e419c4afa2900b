// Numbers and times for people: from decimal text, never through a float, cut and never rounded up.
import { localeOf } from './languages.ts';
import type { Language } from './languages.ts';

type DecimalText = `${number}`;
const decimalForm = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Stands where there is no number. */
export const noFigure = '–';

export interface Decimals {
  /** Zeros are added up to here. */
  min: number;
  /** Digits behind are cut. */
  max: number;
}

export type TimeDetail = 'minutes' | 'seconds' | 'milliseconds';

/** Whose clock: the device's, or the one by which the market's days begin. */
export type Zone = 'device' | 'market';

export interface Formats {
  locale: string;
  /** Of decimal text; the dash for null, undefined or anything that is no number. */
  decimal(text: string | null | undefined, decimals: Decimals, isSigned?: boolean): string;
  /** As `decimal`, with four or more zeros after the point as one small figure, which says how many they are: 0.0₅86886. */
  price(text: string | null | undefined, decimals: Decimals, isSigned?: boolean): string;
  /** Of a share: '0.0124' is 1.24%. */
  percent(text: string | null | undefined, options?: { decimals?: number; isSigned?: boolean }): string;
  /** Large figures in brief, three digits: 3.12B. */
  compact(text: string | null | undefined): string;
  whole(count: number): string;
  /** Epoch ms or an ISO instant. */
  date(at: number | string, zone?: Zone): string;
  /** Without the year: 11/21. */
  day(at: number | string, zone?: Zone): string;
  /** 11/21, 16:00. */
  dayTime(at: number | string): string;
  /** Nov 2026. */
  month(at: number | string, zone?: Zone): string;
  time(at: number | string, detail?: TimeDetail): string;
  dateTime(at: number | string, detail?: TimeDetail): string;
  /** How long before or after now: "3 minutes ago". */
  relative(at: number | string, nowMs: number): string;
  /** A length in its largest whole unit: 30s, 2m, 1h. */
  duration: (ms: number) => string;
  /** A length in words: 15 minutes. */
  length: (count: number, unit: 'minute' | 'hour' | 'day' | 'week' | 'month') => string;
  /** What is left: 0:29, 1:02:03; never below zero, a begun second counts. */
  countdown: (ms: number) => string;
  country: (iso: string) => string;
  /** The name of a money: Swiss Franc. */
  currency: (code: string) => string;
}

export function createFormats(language: Language): Formats {
  const locale = localeOf[language];
  const numbers = new Map<string, Intl.NumberFormat>();
  const times = new Map<string, Intl.DateTimeFormat>();
  // Made when first asked for: each costs milliseconds, which the first paint would wait for.
  let countryNames: Intl.DisplayNames | undefined;
  let currencyNames: Intl.DisplayNames | undefined;
  let relativeTimes: Intl.RelativeTimeFormat | undefined;

  function number(text: string | null | undefined, name: string, options: Intl.NumberFormatOptions): string {
    if (typeof text !== 'string' || !decimalForm.test(text)) return noFigure;
    let format = numbers.get(name);
    if (!format) numbers.set(name, (format = new Intl.NumberFormat(locale, { roundingMode: 'trunc', ...options })));
    return format.format(text as DecimalText);
  }

  function moment(at: number | string, name: string, options: Intl.DateTimeFormatOptions): string {
    let format = times.get(name);
    if (!format) times.set(name, (format = new Intl.DateTimeFormat(locale, options)));
    return format.format(new Date(at));
  }

  const decimal: Formats['decimal'] = (text, { min, max }, isSigned = false) =>
    number(text, `d${min}-${max}${isSigned}`, {
      minimumFractionDigits: min,
      maximumFractionDigits: Math.max(min, max),
      signDisplay: isSigned ? 'exceptZero' : 'negative',
    });

  const whole = (count: number): string => number(String(Math.trunc(count)), 'w', { maximumFractionDigits: 0 });

  return {
    locale,
    decimal,
    price: (text, decimals, isSigned) => foldZeros(decimal(text, decimals, isSigned)),
    percent: (text, { decimals = 2, isSigned = false } = {}) =>
      number(text, `p${decimals}${isSigned}`, {
        style: 'percent',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: isSigned ? 'exceptZero' : 'negative',
      }),
    compact: (text) => number(text, 'c', { notation: 'compact', maximumSignificantDigits: 3 }),
    whole,
    date: (at, zone = 'device') =>
      moment(at, `d${zone}`, { year: 'numeric', month: 'short', day: 'numeric', ...zoneOptions[zone] }),
    day: (at, zone = 'device') => moment(at, `md${zone}`, { month: 'numeric', day: 'numeric', ...zoneOptions[zone] }),
    dayTime: (at) => moment(at, 'mdt', { month: 'numeric', day: 'numeric', ...timeOptions('minutes') }),
    month: (at, zone = 'device') => moment(at, `m${zone}`, { year: 'numeric', month: 'short', ...zoneOptions[zone] }),
    time: (at, detail = 'minutes') => moment(at, `t${detail}`, timeOptions(detail)),
    dateTime: (at, detail = 'minutes') =>
      moment(at, `b${detail}`, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        ...timeOptions(detail),
        // What is exact to the millisecond is compared with other clocks.
        ...(detail === 'milliseconds' && { timeZoneName: 'shortOffset' }),
      }),
    relative(at, nowMs) {
      relativeTimes ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
      const words = relativeTimes.format(...relativeParts(new Date(at).getTime() - nowMs));
      // Intl parts Japanese words from figures, which the app's own texts don't.
      return language === 'ja' ? words.replaceAll(' ', '') : words;
    },
    duration(ms) {
      const [count, unit] = durationParts(ms);
      return whole(count) + unitSigns[language][unit];
    },
    length: (count, unit) => number(String(count), `l${unit}`, { style: 'unit', unit, unitDisplay: 'long' }),
    countdown: clockText,
    country(iso) {
      countryNames ??= new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
      return countryNames.of(iso) ?? iso;
    },
    currency(code) {
      currencyNames ??= new Intl.DisplayNames(locale, { type: 'currency', fallback: 'code' });
      return currencyNames.of(code) ?? code;
    },
  };
}

const smallDigits = '₀₁₂₃₄₅₆₇₈₉';

/** Nobody counts zeros; the point is written differently from language to language. */
const foldZeros = (text: string): string =>
  text.replace(/(^\D*0\D)(0{4,})(?=[1-9])/, (_, start: string, zeros: string) => {
    const count = Array.from(`${zeros.length}`, (digit) => smallDigits[parseInt(digit, 10)]).join('');
    return `${start}0${count}`;
  });

/** Days, weeks and months of candles are those of UTC+8, as on HTX; Singapore keeps no summer time. */
const zoneOptions: Record<Zone, Intl.DateTimeFormatOptions> = { device: {}, market: { timeZone: 'Asia/Singapore' } };

type DurationUnit = 'second' | 'minute' | 'hour' | 'day';

/** Written behind a number. Intl knows them too, and takes a tenth of a second of a phone's time to find them. */
const unitSigns: Record<Language, Record<DurationUnit, string>> = {
  en: { second: 's', minute: 'm', hour: 'h', day: 'd' },
  ja: { second: '秒', minute: '分', hour: '時間', day: '日' },
  ko: { second: '초', minute: '분', hour: '시간', day: '일' },
  sv: { second: '\u00a0s', minute: '\u00a0min', hour: '\u00a0h', day: '\u00a0d' },
  ar: { second: '\u00a0ث', minute: '\u00a0د', hour: '\u00a0س', day: '\u00a0ي' },
  'zh-Hant': { second: '\u00a0秒', minute: '\u00a0分鐘', hour: '\u00a0小時', day: '\u00a0天' },
  'de-CH': { second: '\u00a0s', minute: '\u00a0min', hour: '\u00a0h', day: '\u00a0T' },
};

const timeOptions = (detail: TimeDetail): Intl.DateTimeFormatOptions => ({
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  ...(detail === 'minutes' ? {} : { second: '2-digit' }),
  ...(detail === 'milliseconds' ? { fractionalSecondDigits: 3 } : {}),
});

function relativeParts(ms: number): [number, Intl.RelativeTimeFormatUnit] {
  const seconds = Math.trunc(ms / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return [seconds, 'second'];
  if (size < 3600) return [Math.trunc(seconds / 60), 'minute'];
  if (size < 86_400) return [Math.trunc(seconds / 3600), 'hour'];
  return [Math.trunc(seconds / 86_400), 'day'];
}

function durationParts(ms: number): [number, DurationUnit] {
  const seconds = Math.round(ms / 1000);
  if (seconds % 86_400 === 0 && seconds > 0) return [seconds / 86_400, 'day'];
  if (seconds % 3600 === 0 && seconds > 0) return [seconds / 3600, 'hour'];
  return seconds % 60 === 0 && seconds > 60 ? [seconds / 60, 'minute'] : [seconds, 'second'];
}

function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (count: number): string => String(count).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
