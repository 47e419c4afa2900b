// Fields as several exchanges write them. What is not as it should be throws: the frame is then counted as corrupt.
import type { Wad } from '@candor/wire';
import { parsePrice, parseQuantity } from './htx-parse.ts';
import { isObject, parseLossless, wholeOf } from './lossless-json.ts';
import type { LosslessObject, LosslessValue } from './lossless-json.ts';
import type { Quote } from './venue.ts';

export function readObject(frame: Buffer): LosslessObject {
  return objectOf(parseLossless(frame.toString('utf8')));
}

export function objectOf(value: LosslessValue | undefined): LosslessObject {
  if (!isObject(value)) throw new Error('an object is missing');
  return value;
}

export function listOf(value: LosslessValue | undefined): readonly LosslessValue[] {
  if (!Array.isArray(value) || value.length > rowsMax) throw new Error('a list is missing or too long');
  return value;
}
const rowsMax = 5_000;

export function textOf(value: LosslessValue | undefined): string {
  if (typeof value !== 'string' || value === '') throw new Error('a text is missing');
  return value;
}

export function priceOf(value: LosslessValue | undefined): Wad {
  const price = parsePrice(value);
  if (price === undefined) throw new Error(`not a price: ${String(value).slice(0, 40)}`);
  return price;
}

export function quantityOf(value: LosslessValue | undefined): Wad {
  const quantity = parseQuantity(value);
  if (quantity === undefined) throw new Error(`not a quantity: ${String(value).slice(0, 40)}`);
  return quantity;
}

/** Best bid and ask from [price, size] rows. Undefined while a side is empty, and for sides that meet or cross. */
export function quoteOf(bidRow: LosslessValue | undefined, askRow: LosslessValue | undefined): Quote | undefined {
  if (bidRow === undefined || askRow === undefined) return undefined;
  const [bid, bidSize] = listOf(bidRow).slice(0, 2).map(quantityOf);
  const [ask, askSize] = listOf(askRow).slice(0, 2).map(quantityOf);
  if (bid === undefined || bidSize === undefined || ask === undefined || askSize === undefined) {
    throw new Error('a level is incomplete');
  }
  return bid > 0n && bid < ask ? { bid, bidSize, ask, askSize } : undefined;
}

/** Milliseconds as a whole number, bare or in quotes. */
export function millisecondsOf(value: LosslessValue | undefined): number {
  const ms = wholeOf(value);
  if (ms === undefined || ms <= 0) throw new Error(`not a time: ${String(value).slice(0, 40)}`);
  return ms;
}

/** ISO 8601, UTC, with any number of decimals. */
export function instantOf(value: LosslessValue | undefined): number {
  const text = textOf(value);
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms)) throw new Error(`not a time: ${text.slice(0, 40)}`);
  return ms;
}
