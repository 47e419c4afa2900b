// What customers send: mostly good orders, a few that their balance cannot pay, and now and then the same one again.
import type { Wad } from '@candor/wire';
import { wad } from '@candor/wire';

/** What every seeded account starts with: more than a run stakes, less than the stake that must be refused. */
export const seededAmount = wad('40000');
export const unaffordableStake = wad('50000');
/** The longest on offer, with a maximum that allows the unaffordable stake; nothing expires while orders are measured. */
export const mixConfigId = '5';

const refusedShare = 0.01;
const replayedShare = 0.005;
const step = 10n ** 14n;

export function drawKind(): 'fresh' | 'unaffordable' | 'replay' {
  const drawn = Math.random();
  if (drawn < refusedShare) return 'unaffordable';
  return drawn < refusedShare + replayedShare ? 'replay' : 'fresh';
}

/** 10 to 20 USDT in steps of 0.0001. */
export const drawStake = (): Wad => (wad('10') + step * BigInt(Math.floor(Math.random() * 100_000))) as Wad;
export const drawFrom = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;
