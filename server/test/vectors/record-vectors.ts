// Vectors of what is public without an order: canonical JSON, ticks, minutes, lists of sources and corrections.
import {
  canonicalJson,
  combinePrices,
  convertPrice,
  digestOf,
  digestOfCorrection,
  genesisHash,
  nameInputs,
  noCorrectionBefore,
  publicKeyOf,
  signCorrection,
  writeInputs,
} from '@candor/proof';
import type { TickInput } from '@candor/proof';
import { coinOfCode, formatAmount, toInstant, wad } from '@candor/wire';
import type { ArchivedTick, CandleCorrection, SealedMinute, Wad } from '@candor/wire';
import { pricesOfTicks } from '../../src/market/corrections/correction-rules.ts';
import { hashesOf, runOf, simulatedTicks, startMs } from './simulated-ticks.ts';

/** Signs nothing but vectors. */
export const vectorKey = '0b'.repeat(32);

const values: unknown[] = [
  null,
  true,
  0,
  -9007199254740991,
  '',
  'plain text',
  'quote " backslash \\ slash / line \n tab \t bell \u0007 delete \u007f',
  'ж 漢字 😀 \u2028',
  [],
  {},
  [1, [2, 'x'], { b: 1, a: null }],
  { b: '1', a: { '': 0, Z: false }, é: 1, '😀': 2, '\ufb01': 3, A: 4 },
];

export const canonicalVectors = () => ({
  what: 'Values with their canonical JSON and its digest.',
  values: values.map((value) => ({ value, text: canonicalJson(value), sha256: digestOf(value) })),
});

export function tickVectors() {
  const ticks = simulatedTicks('ETH', startMs, [{ count: 8 }, { count: 4, gapMs: 7_300 }]);
  return {
    what: 'The first ticks of a coin, with the hash after each; the prices paused once.',
    genesis: genesisHash('ETH'),
    run: runOf('ETH', ticks, 0, ticks.length),
    hashes: hashesOf('ETH', ticks),
  };
}

export function minuteVectors() {
  const ticks = simulatedTicks('XRP', startMs + 55_000, [{ count: 8 }, { count: 5, gapMs: 110_000 }]);
  return {
    what: 'Three sealed minutes with all their ticks, and none between the second and the third.',
    run: runOf('XRP', ticks, 0, ticks.length),
    minutes: minutesOf(ticks),
  };
}

function minutesOf(ticks: readonly ArchivedTick[]): SealedMinute[] {
  const hashes = hashesOf('XRP', ticks);
  const groups = [...Map.groupBy(ticks, (tick) => tick[3] - (tick[3] % 60_000))];
  return groups.map(([minuteMs, inside]) => {
    const [first, last] = [inside[0]![0], inside.at(-1)![0]];
    return {
      minute_ms: minuteMs,
      first_sequence: first,
      last_sequence: last,
      count: inside.length,
      previous_hash: first === 1 ? genesisHash('XRP') : hashes[first - 2]!,
      hash: hashes[last - 1]!,
    };
  });
}

/** Around a simulated price: how far off each source is, in millionths, and how it stands. */
const panels: [source: string, standing: TickInput['standing'], millionths?: bigint, rate?: string][][] = [
  [
    ['htx', 'in', 120n],
    ['okx', 'in', -80n],
    ['kraken', 'in', 35n, '0.9987'],
    ['bybit', 'silent'],
  ],
  [
    ['htx', 'in', 10n],
    ['binance', 'in', 45n],
    ['okx', 'outlier', 21_000n],
    ['coinbase', 'in', -15n, '1.0004'],
    ['bybit', 'clock'],
    ['kraken', 'unconverted'],
  ],
  [
    ['htx', 'in', -300n],
    ['okx', 'in', 240n],
    ['bybit', 'frozen'],
  ],
];

export function inputVectors() {
  const { priceDecimals } = coinOfCode('SOL')!;
  const simulated = simulatedTicks('SOL', startMs, [{ count: panels.length }]);
  const made = simulated.map((tick, place) => tickOfPanel(tick, panels[place]!, priceDecimals));
  const ticks = made.map(({ tick }) => tick);
  return {
    what: 'Ticks of several sources, with the list that the price of each follows from.',
    price_decimals: priceDecimals,
    run: runOf('SOL', ticks, 0, ticks.length),
    lists: made.map(({ list }) => list),
  };
}

function tickOfPanel(
  [sequence, text, sourceMs, publishedMs]: ArchivedTick,
  panel: (typeof panels)[0],
  decimals: number,
): { tick: ArchivedTick; list: string } {
  const inputs = panel.map(([source, standing, millionths, rate]): TickInput => {
    if (millionths === undefined) return { source, standing };
    const price = ((wad(text) * (1_000_000n + millionths)) / 1_000_000n) as Wad;
    if (rate === undefined) return { source, standing, price };
    const quoted = (((price * wad(rate)) / 10n ** 18n / 10n ** 13n) * 10n ** 13n) as Wad;
    return {
      source,
      standing,
      price: convertPrice(quoted, wad(rate), decimals),
      converted: { quoted, rate: wad(rate) },
    };
  });
  const list = writeInputs(inputs);
  const counted = inputs.flatMap((input) => (input.standing === 'in' ? [input.price!] : []));
  const heard = inputs.flatMap((input) => input.price ?? []);
  const price = formatAmount(combinePrices(counted, heard, decimals)!);
  return { tick: [sequence, price, sourceMs, publishedMs, nameInputs(inputs, list)], list };
}

export function correctionVectors() {
  const ticks = simulatedTicks('LTC', startMs, [{ count: 120 }]);
  const corrections: CandleCorrection[] = [];
  for (const [place, by] of [
    ['index', 'index'],
    ['Ann', 'Björn'],
  ].entries()) {
    const minuteMs = startMs + place * 60_000;
    const inside = ticks.filter((tick) => tick[3] - (tick[3] % 60_000) === minuteMs);
    const { open, high, low, close } = pricesOfTicks({ startMs: minuteMs, ticks: inside })!;
    const after = {
      open: formatAmount(open),
      high: formatAmount(high),
      low: formatAmount(low),
      close: formatAmount(close),
    };
    const wick = formatAmount(((high * 11n) / 10n) as Wad);
    const last = corrections.at(-1);
    const unsigned = {
      id: place + 1,
      coin: 'LTC',
      minute_ms: minuteMs,
      before: { ...after, high: wick },
      after,
      reason: place === 0 ? ('bad-print' as const) : ('wrong-candle' as const),
      note: place === 0 ? '' : 'The source took it back: «wick», 10 %',
      proposed_by: by[0]!,
      approved_by: by[1]!,
      corrected_at: toInstant(minuteMs + 90_000),
      previous: last ? digestOfCorrection(last) : noCorrectionBefore,
    };
    corrections.push(signCorrection(unsigned, vectorKey));
  }
  return {
    what: 'Two corrections in a row: one that the index made by itself, one that two operators made.',
    public_key: publicKeyOf(vectorKey),
    corrections,
    run: runOf('LTC', ticks, 0, ticks.length),
  };
}
