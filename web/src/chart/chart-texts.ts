// Numbers and times on the canvas and beside it, in the reader's form.
import type { CandlePeriod } from '@candor/wire';
import { periodSeconds } from '../live/klines.ts';
import type { Formats } from '../text/formats.ts';
import { nextTurn } from '../ui/next-turn.ts';
import type { ChartSubject } from './load-bars.ts';

/** The first date and the first text on a canvas take a phone long: each is a work of its own. */
export async function beginTexts(element: HTMLElement, formats: Formats): Promise<void> {
  formats.time(0);
  await nextTurn();
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return;
  canvas.font = `11px ${getComputedStyle(element).fontFamily}`;
  canvas.measureText('0');
  await nextTurn();
}

export interface DateQuestion {
  at: number;
  isAxis: boolean;
  subject: ChartSubject | undefined;
}

/** A candle of a day or more is named after the market's day that it begins with, all others after the reader's time. */
export function dateText(formats: Formats, { at, isAxis, subject }: DateQuestion): string {
  if (subject?.period === '1mon') return formats.month(at, 'market');
  if (subject !== undefined && periodSeconds[subject.period] >= 86_400) {
    return isAxis ? formats.day(at, 'market') : formats.date(at, 'market');
  }
  if (!isAxis) return formats.dateTime(at);
  // Days lie between two places of the axis then.
  if (subject?.period === '4hour') return formats.dayTime(at);
  const moment = new Date(at);
  const isMidnight = moment.getHours() === 0 && moment.getMinutes() === 0;
  return isMidnight ? formats.day(at) : formats.time(at);
}

/** The reader's days are told apart on an axis of times: where one begins between two places, the later one says its date. */
export const opensDay = (at: number, before: number | undefined, period: CandlePeriod): boolean =>
  before !== undefined &&
  period !== '4hour' &&
  periodSeconds[period] < 86_400 &&
  new Date(at).toDateString() !== new Date(before).toDateString();

/** What was made brief before is no plain number any more and stays as it is. */
export function figureText(formats: Formats, text: string): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const decimals = text.split('.')[1]?.length ?? 0;
  return formats.price(text, { min: decimals, max: decimals });
}

/** A place on the axis as plain decimal text with these decimals: what a finger on the chart means as a price. */
export function priceTextOf(place: number, decimals: number): string {
  const steps = BigInt(Math.max(0, Math.round(place * 10 ** decimals)));
  const digits = steps.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
