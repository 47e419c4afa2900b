// The chart's looks out of the same tokens as everything else, read from the page as it is shown now.
import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartLook } from './chart-preferences.ts';
import { lineTones } from './indicators.ts';
import type { LineTone } from './indicators.ts';

export interface ChartColors {
  rise: string;
  fall: string;
  text: string;
  secondary: string;
  faint: string;
  line: string;
  page: string;
  raised: string;
  accent: string;
  onAccent: string;
  accentSoft: string;
  warn: string;
  /** Of indicators' lines. */
  tones: Record<LineTone, string>;
  family: string;
}

/** Of an element on the page: theme and red-up decide what the names mean. */
export function readColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  // WebKit draws figures in an Arabic family lower on a canvas than where it was told to.
  const family = element.matches(':lang(ar)') ? of('font-sans') : style.fontFamily;
  const tones = Object.fromEntries(lineTones.map((tone) => [tone, of(`line-${tone}`)])) as Record<LineTone, string>;
  return {
    tones, rise: of('rise'), fall: of('fall'), text: of('text'), secondary: of('secondary'), faint: of('faint'), line: of('line'), page: of('page'),
    raised: of('raised'), accent: of('accent'), onAccent: of('on-accent'), accentSoft: of('accent-soft'), warn: of('warn'), family,
  }; // oxfmt-ignore
}

const small = 11;
const none = { show: false };

const types = { candles: 'candle_solid', bars: 'ohlc', line: 'area' } as const;

export function chartStyles(colors: ChartColors, look: ChartLook): DeepPartial<Styles> {
  const text = { color: colors.faint, size: small, family: colors.family, weight: 'normal' };
  const legend = {
    size: small,
    family: colors.family,
    weight: 'normal',
    color: colors.faint,
    marginLeft: 4,
    marginTop: 4,
    marginRight: 4,
    marginBottom: 0,
  };
  const box = {
    color: colors.text,
    size: small,
    family: colors.family,
    backgroundColor: colors.raised,
    borderColor: colors.line,
    borderRadius: 4,
  };
  const move = { upColor: colors.rise, downColor: colors.fall, noChangeColor: colors.faint };
  return {
    grid: { horizontal: { color: colors.line, style: 'dashed', dashedValue: [2, 4] }, vertical: none },
    candle: {
      type: types[look],
      bar: {
        ...move,
        upBorderColor: colors.rise, downBorderColor: colors.fall, noChangeBorderColor: colors.faint,
        upWickColor: colors.rise, downWickColor: colors.fall, noChangeWickColor: colors.faint,
      }, // oxfmt-ignore
      area: {
        lineSize: 1.5,
        lineColor: colors.accent,
        backgroundColor: [
          { offset: 0, color: 'transparent' },
          { offset: 1, color: colors.accentSoft },
        ],
        point: { show: true, color: colors.accent, rippleColor: colors.accentSoft, animation: false },
      },
      priceMark: {
        high: { color: colors.secondary, textSize: small, textFamily: colors.family },
        low: { color: colors.secondary, textSize: small, textFamily: colors.family },
        last: {
          upColor: colors.accent, downColor: colors.accent, noChangeColor: colors.accent,
          line: { style: 'dashed', dashedValue: [4, 3] },
          text: { color: colors.onAccent, size: small, family: colors.family, weight: 'bold', borderRadius: 4, paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 3 },
        },
      }, // oxfmt-ignore
      // The figures under the crosshair stand beside the canvas.
      tooltip: { showRule: 'none' },
    },
    indicator: {
      lines: lineTones.map((tone) => ({ color: colors.tones[tone], size: 1, style: 'solid', smooth: false })),
      bars: [
        {
          style: 'fill',
          ...move,
          upColor: faded(colors.rise),
          downColor: faded(colors.fall),
          noChangeColor: colors.line,
        },
      ],
      tooltip: {
        showRule: 'always',
        title: { ...legend, show: true, showName: true, showParams: false },
        legend,
        features: [],
      },
      lastValueMark: none,
    },
    xAxis: { axisLine: none, tickLine: none, tickText: text },
    yAxis: { axisLine: none, tickLine: none, tickText: text },
    overlay: {
      point: {
        color: colors.accent,
        borderColor: colors.accentSoft,
        activeColor: colors.accent,
        activeBorderColor: colors.accentSoft,
      },
      line: { color: colors.accent, size: 1.5 },
      polygon: { color: colors.accentSoft, borderColor: colors.accent },
      text: {
        color: colors.secondary,
        size: small,
        family: colors.family,
        backgroundColor: 'transparent',
        borderSize: 0,
      },
    },
    separator: { size: 1, color: 'transparent', activeBackgroundColor: 'transparent' },
    crosshair: {
      horizontal: { line: { color: colors.secondary }, text: box, features: [] },
      vertical: { line: { color: colors.secondary }, text: box },
    },
  };
}

/** Volume stands behind prices: the same colours, half as loud. */
const faded = (color: string): string => (/^#[0-9a-f]{6}$/i.test(color) ? `${color}80` : color);
