import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { wireId, type Uuid } from '@candor/wire';
import { drawWinners, rootOfTickets } from './decide-draw.ts';

const uuidAt = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}` as Uuid;

test('every ticket is as likely as any other: chi-squared over 100,000 draws', () => {
  const [size, draws] = [37, 100_000];
  const counts = new Array<number>(size).fill(0);
  const root = rootOfTickets(Array.from({ length: size }, (_, place) => wireId('ticket', uuidAt(place))));
  for (let draw = 0; draw < draws; draw++) {
    const randomness = createHash('sha256').update(`draw ${draw}`).digest('hex');
    const [winner] = drawWinners({ periodId: wireId('period', uuidAt(999)), root, randomness, size, winners: 1 });
    counts[winner! - 1]!++;
  }
  const expected = draws / size;
  const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // p = 0.001 of 36 degrees of freedom.
  assert.ok(chiSquared < 67.985, `chi-squared is ${chiSquared}`);
});
