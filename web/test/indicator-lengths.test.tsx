// The field of a length of an indicator, under keys of every script.
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { IndicatorLengths } from '../src/chart/indicator-lengths.tsx';
import { usualLengths } from '../src/chart/chart-kinds.ts';
import { setChartPreferences, useChartPreferences } from '../src/chart/chart-preferences.ts';
import { hideParts, showParts } from './support/kit.tsx';

afterEach(() => {
  hideParts();
  setChartPreferences(() => ({ lengths: {} }));
});

function Host() {
  const { lengths } = useChartPreferences();
  return <IndicatorLengths name="MACD" lengths={lengths.MACD ?? usualLengths.MACD} />;
}

const field = page.getByRole('textbox', { name: 'MACD 1' });
const textOf = (): string => (field.element() as HTMLInputElement).value;

async function open(): Promise<void> {
  showParts(<Host />);
  await userEvent.tripleClick(field);
}

test.each([
  ['８', '8'],
  ['١٤', '14'],
  [' 21 ', '21'],
])('%j stays as it is typed, and is read when the field is left', async (typed, length) => {
  await open();
  await userEvent.keyboard(typed);
  expect(textOf()).toBe(typed);
  await userEvent.tab();
  await expect.poll(textOf).toBe(length);
});

test('an input method composes without a digit lost', async () => {
  await open();
  const compose = (text: string) =>
    cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await compose('３');
  await compose('３０');
  await cdp().send('Input.insertText', { text: '３０' });
  await expect.poll(textOf).toBe('３０');
  await userEvent.tab();
  await expect.poll(textOf).toBe('30');
});

test('what is no length is put back', async () => {
  await open();
  for (const typed of ['0', '251', '12.5', '1²', 'x', '']) {
    await userEvent.fill(field, typed);
    await userEvent.tab();
    await expect.poll(textOf).toBe(`${usualLengths.MACD[0]}`);
  }
});
