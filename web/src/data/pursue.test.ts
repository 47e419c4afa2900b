import type { FailureCode, Outcome } from '@candor/wire';
import { expect, test } from 'vitest';
import { pursue } from './pursue.ts';

const failed = (code: FailureCode): Outcome<string> => ({ ok: false, code, facts: {}, status: 0, httpStatus: 0 });
const done: Outcome<string> = { ok: true, data: 'order' };

/** Plays answers in turn; says what came of it, and how often it was asked. */
async function play(
  ...answers: readonly (FailureCode | 'done')[]
): Promise<{ end: string; tries: number; pauses: number[] }> {
  const pauses: number[] = [];
  let tries = 0;
  const outcome = await pursue(
    async () => {
      const answer = answers[tries++]!;
      return answer === 'done' ? done : failed(answer);
    },
    { isOver: () => tries >= answers.length, pause: async (ms) => void pauses.push(ms) },
  );
  return { end: outcome.ok ? 'done' : outcome.code, tries, pauses };
}

test('an answer ends it, whatever it says', async () => {
  expect(await play('done', 'done')).toMatchObject({ end: 'done', tries: 1 });
  for (const code of ['insufficient-balance', 'busy', 'login-required', 'placed-too-late'] as const)
    expect(await play(code, 'done'), code).toMatchObject({ end: code, tries: 1 });
});

test('without an answer it is asked again, with longer and longer pauses, until there is one', async () => {
  const { end, tries, pauses } = await play('unreachable', 'outcome-unknown', 'unreachable', ...Array<'unreachable'>(5).fill('unreachable'), 'done'); // oxfmt-ignore
  expect([end, tries]).toEqual(['done', 9]);
  expect(pauses).toEqual([700, 1_400, 3_000, 5_000, 10_000, 15_000, 15_000, 15_000]);
});

test('once in doubt, that a later try was turned away says nothing about the first; what the ledger says does', async () => {
  for (const code of ['busy', 'too-many-requests', 'too-many-refused', 'market-degraded'] as const)
    expect(await play('unreachable', code, 'done'), code).toMatchObject({ end: 'done', tries: 3 });
  for (const code of ['placed-too-late', 'insufficient-balance'] as const)
    expect(await play('unreachable', code, 'done'), code).toMatchObject({ end: code, tries: 2 });
});

test('it ends with the last answer when nobody is left who wants to know', async () => {
  expect(await play('unreachable')).toMatchObject({ end: 'unreachable', tries: 1 });
});
