// Of a contract that lived for long the ticks that its receipt rests on are compared, and every tick for whoever wants it.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { runVerification } from '../src/receipts/run-verification.ts';
import type { CheckWords, Verdict } from '../src/receipts/verification.ts';
import { VerifyReceipt } from '../src/receipts/verify-panel.tsx';
import { needTexts, speak } from '../src/text/texts.ts';
import { hideParts, showParts } from './support/kit.tsx';
import { wordsOf } from './support/words.ts';

vi.mock('../src/receipts/run-verification.ts', () => ({ runVerification: vi.fn() }));

const say = wordsOf('en');
const run = vi.mocked(runVerification);
const words: CheckWords = { titleOf: () => undefined, figuresOf: () => '' };
const quick: Verdict = { verdict: 'incomplete', unchecked: ['reach'], checks: [], ticks: 3_000, cutFrom: 900_001 };
const whole: Verdict = { verdict: 'verified', unchecked: [], checks: [], ticks: 900_001 };
const everyTick = page.getByRole('button', { name: say('receipts.verifyWhole') });

afterEach(hideParts);

test('what a quick look leaves out is compared when it is asked for', async () => {
  run.mockImplementation(async ({ isWhole }) => (isWhole ? whole : quick));
  await speak('en');
  await needTexts(['more']);
  showParts(<VerifyReceipt text="the receipt" words={words} />);
  await userEvent.click(page.getByRole('button', { name: say('receipts.verify') }));
  await expect.element(page.getByText(say('receipts.incomplete'))).toBeVisible();
  await userEvent.click(everyTick);
  await expect.element(page.getByText(say('receipts.verified'), { exact: true })).toBeVisible();
  expect(run.mock.calls.map(([{ isWhole }]) => isWhole)).toEqual([false, true]);
  await expect.element(everyTick).not.toBeInTheDocument();
});

test.each([
  { what: 'too many for a phone', cutFrom: 1_200_000, note: 'note_between', says: /1,200,000 ticks.* up to 1,000,000/ },
  { what: 'all there, but for the next one', cutFrom: undefined, note: 'note_reach', says: undefined },
])('no more is offered of ticks that are $what', async ({ cutFrom, note, says }) => {
  run.mockResolvedValue({ ...quick, cutFrom });
  await speak('en');
  await needTexts(['more']);
  showParts(<VerifyReceipt text="the receipt" words={words} />);
  await userEvent.click(page.getByRole('button', { name: say('receipts.verify') }));
  await expect.element(page.getByText(say(`receipts.${note}`))).toBeVisible();
  expect(everyTick.elements()).toEqual([]);
  expect(page.getByText(says ?? /up to 1,000,000/).elements()).toHaveLength(says ? 1 : 0);
});
