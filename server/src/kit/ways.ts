// What terms do with money, as far as two of them together could pay a customer for certain. Each setting says it of its own versions.
import { parseAmount, zero, type SettingValue, type Wad } from '@candor/wire';

export type Way =
  | { kind: 'borrow'; name: string; months: number; monthlyRate: Wad }
  /** An income that is fixed when the money is set aside. */
  | { kind: 'earn'; name: string; days: number; dailyRate: Wad }
  /** The share that is lost each time that money is exchanged; below zero it is gained. */
  | { kind: 'exchange'; name: string; cost: Wad }
  /** The share of a stake that is gained by whoever stakes on every outcome, such as all tickets of a draw. */
  | { kind: 'bet'; name: string; gain: Wad };

/** Returns the ways in which one version of the terms gains or costs money; none if the version is not offered. */
export type WaysOf = (id: string, values: Readonly<Record<string, SettingValue>>) => readonly Way[];

/** Zero where the value is missing or malformed, which is refused elsewhere. */
export const amountIn = (value: SettingValue | undefined): Wad => parseAmount(String(value)) ?? zero;
