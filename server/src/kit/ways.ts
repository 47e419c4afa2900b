// What terms do with money, as far as several of them together could pay a customer for certain. Each setting describes its own versions.
import { parseAmount, subtract, zero, type SettingValue, type Wad } from '@candor/wire';

export type Way =
  /** A loan; `most` is the largest. */
  | { kind: 'borrow'; name: string; months: number; monthlyRate: Wad; most: Wad }
  /** What a customer may owe in all, and how much more of it each VIP level brings. */
  | { kind: 'credit'; name: string; most: Wad; perLevel: Wad }
  /** A VIP level, and what trading must cost to reach it. */
  | { kind: 'level'; name: string; level: number; cost: Wad }
  /** An income that is fixed when the money is set aside; `most` is the largest pledge and `quota` what all customers may stake. */
  | { kind: 'earn'; name: string; days: number; dailyRate: Wad; most: Wad; quota: Wad }
  /** The share of a quota that one account may hold. */
  | { kind: 'quota'; name: string; share: Wad }
  /** The share that is lost each time that money is exchanged; below zero it is gained. */
  | { kind: 'exchange'; name: string; cost: Wad }
  /** The share of a stake that is gained by whoever stakes on every outcome, such as all tickets of a draw. */
  | { kind: 'bet'; name: string; gain: Wad }
  /** Money that an account is given; in the book of bonus money it can be traded and never withdrawn. */
  | { kind: 'gift'; name: string; amount: Wad; book: 'real' | 'bonus' };

/** Returns the ways in which one version of the terms gains or costs money; none if the version is not offered. */
export type WaysOf = (id: string, values: Readonly<Record<string, SettingValue>>) => readonly Way[];

/**
 * Zero where the value is missing or malformed, which is refused elsewhere. A fee below zero, which the bounds of its setting forbid, is
 * read as what it would be, so that the search does not rely on them.
 */
export function amountIn(value: SettingValue | undefined): Wad {
  const text = String(value);
  if (text.startsWith('-')) return subtract(zero, parseAmount(text.slice(1)) ?? zero);
  return parseAmount(text) ?? zero;
}
