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
const quick: Verdict = { verdict: 'incomplete', unchecked: ['reach'], checks: [], ticks: 3_000 };
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

test('a life that is too long for this device is said to be so, and not asked about again', async () => {
  run.mockResolvedValue(quick);
  showParts(<VerifyReceipt text="the receipt" words={words} />);
  await userEvent.click(page.getByRole('button', { name: say('receipts.verify') }));
  await userEvent.click(everyTick);
  await expect.element(page.getByText(say('receipts.incomplete'))).toBeVisible();
  await expect.element(everyTick).not.toBeInTheDocument();
});
