// What a tick was made of: the list of its sources, the digest of it that the tick's hash takes in, and the price again.
import type { SourceStanding } from '@candor/wire';
import { formatAmount, median, parseAmount, sourceStandings } from '@candor/wire';
import type { Wad } from '@candor/wire';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface TickInput {
  source: string;
  standing: SourceStanding;
  /** In USDT. */
  price?: Wad | undefined;
  /** What was quoted in dollars, and dollars a tether. */
  converted?: { quoted: Wad; rate: Wad } | undefined;
}

/**
 * By which rules a list was made. 1, which has no mark of its own: the price follows from those that count. 2, marked `v2`:
 * besides, those that count are more than half of those that were heard.
 */
export type InputsVersion = 1 | 2;
const newestMark = 'v2';

/** `v2 htx:in:64000.1 kraken:in:64001.25:63990.2:0.9998 okx:silent`: sources by name, each with how it stood. */
export const writeInputs = (inputs: readonly TickInput[]): string =>
  [newestMark, ...inputs.toSorted((left, right) => (left.source < right.source ? -1 : 1)).map(writeInput)].join(' ');

function writeInput({ source, standing, price, converted }: TickInput): string {
  const prices = price === undefined ? [] : [price, ...(converted ? [converted.quoted, converted.rate] : [])];
  return [source, standing, ...prices.map(formatAmount)].join(':');
}

/** Undefined for a version that is not known here. */
export function versionOfInputs(list: string): InputsVersion | undefined {
  const mark = /^v\d+(?= )/.exec(list)?.[0];
  return mark === undefined ? 1 : mark === newestMark ? 2 : undefined;
}

/** What stands in the tick: who counted, and the digest of the whole list. */
export const nameInputs = (inputs: readonly TickInput[], list: string): string => {
  const counted = inputs.filter(({ standing }) => standing === 'in').map(({ source }) => source);
  return `${counted.toSorted().join('+')} ${digestOfInputs(list)}`;
};

/**
 * Whether a source was heard when a tick was made: messages of it were fresh and in time. A frozen one was, though it said nothing
 * new; otherwise two liars could make the price of a market whose honest sources are quiet.
 */
export const wasHeard = (standing: SourceStanding): boolean =>
  standing === 'in' || standing === 'outlier' || standing === 'disputed' || standing === 'frozen';

/** Those that count must be more than half of those that are heard, outliers included. */
export const isMajority = (counted: number, heard: number): boolean => counted * 2 > heard;

/** The first half of SHA-256, hex. */
const digestOfInputs = (list: string): string => bytesToHex(sha256(utf8ToBytes(list))).slice(0, 32);

/**
 * The median of those that count, kept within the middle of all that were heard: a minority of liars can't move that
 * middle beyond the honest ones, whoever else was left out. Rounded down to the decimals of the coin's prices.
 */
export function combinePrices(counted: readonly Wad[], heard: readonly Wad[], decimals: number): Wad | undefined {
  let price = median(counted);
  if (price === undefined || heard.length === 0) return undefined;
  const sorted = heard.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  if (price < low) price = low;
  if (price > high) price = high;
  const step = 10n ** BigInt(18 - decimals);
  const rounded = (price - (price % step)) as Wad;
  return rounded > 0n ? rounded : undefined;
}

/** What was quoted in dollars, in tethers; a source's price keeps two decimals more than the index, rounded down. */
export const convertPrice = (quoted: Wad, rate: Wad, decimals: number): Wad =>
  roundSourcePrice(((quoted * 10n ** 18n) / rate) as Wad, decimals);

export function roundSourcePrice(price: Wad, decimals: number): Wad {
  const step = 10n ** BigInt(Math.max(0, 16 - decimals));
  return (price - (price % step)) as Wad;
}

export interface TickInputsCheck {
  /** From the archive: the tick's own text on its inputs, and its price. */
  inputs: string;
  price: string;
  list: string;
  /** Of the coin's prices. */
  decimals: number;
  /** Of the list of an earlier tick of the coin: rules that were once in force are not given up. */
  leastVersion?: InputsVersion;
}

/** What does not fit between a tick and the list of its sources; undefined when the price follows from them. */
export function findInputsFault(check: TickInputsCheck): string | undefined {
  const { inputs, price, list, decimals, leastVersion = 1 } = check;
  const version = versionOfInputs(list);
  if (version === undefined) return `"${list.slice(0, 20)}" is of a version that is not known here`;
  if (version < leastVersion) return `the list is of version ${version}, after one of version ${leastVersion}`;
  const read = list
    .split(' ')
    .slice(version === 1 ? 0 : 1)
    .map(readInput);
  const sources = read.filter((input) => input !== undefined);
  if (sources.length !== read.length) return `"${list.slice(0, 120)}" is not a list of sources`;
  const named = nameInputs(sources, list);
  if (named !== inputs) return `the list gives "${named}", but the tick says "${inputs}"`;
  const wrong = sources.find(
    ({ price, converted }) => converted && price !== convertPrice(converted.quoted, converted.rate, decimals),
  );
  if (wrong) return `the price of ${wrong.source} is not its quote at its rate`;
  const heardCount = sources.filter(({ standing }) => wasHeard(standing)).length;
  const countedCount = sources.filter(({ standing }) => standing === 'in').length;
  if (version >= 2 && !isMajority(countedCount, heardCount)) {
    return `${countedCount} count of ${heardCount} that were heard, which is no majority`;
  }
  const counted = sources.flatMap((input) => (input.standing === 'in' ? [input.price!] : []));
  const heard = sources.flatMap((input) => input.price ?? []);
  const combined = combinePrices(counted, heard, decimals);
  const recomputed = combined === undefined ? 'nothing' : formatAmount(combined);
  return recomputed === price ? undefined : `the sources give ${recomputed}, but the tick says ${price}`;
}

function readInput(text: string): TickInput | undefined {
  const [source, standing, ...texts] = text.split(':');
  const prices = texts.map(parseAmount);
  const isKnown = (sourceStandings as readonly string[]).includes(standing ?? '');
  if (!source || !/^[a-z]{1,20}$/.test(source) || !isKnown || ![0, 1, 3].includes(prices.length)) return undefined;
  if (prices.some((price) => price === undefined || price === 0n) || (standing === 'in' && prices.length === 0))
    return undefined;
  const [price, quoted, rate] = prices;
  return {
    source,
    standing: standing as SourceStanding,
    price,
    converted: quoted !== undefined && rate !== undefined ? { quoted, rate } : undefined,
  };
}
