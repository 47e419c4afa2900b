// A field for an amount under real keys, a paste and an input method: its text is its person's, and what is handed on is what it means.
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { AmountField } from '../src/ui/amount-field.tsx';
import { hideParts, showParts } from './support/kit.tsx';

let handed: string[] = [];
const field = page.getByRole('textbox', { name: 'Stake' });
const status = page.getByRole('status');

afterEach(() => {
  hideParts();
  handed = [];
});

function Host({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  const change = (next: string): void => {
    handed.push(next);
    setValue(next);
  };
  return <AmountField label="Stake" coin="USDT" decimals={2} step="1" value={value} onChange={change} />;
}

async function open(locale: string, first = ''): Promise<void> {
  showParts(<Host first={first} />, { locale });
  await userEvent.click(field);
}

const textOf = (): string => (field.element() as HTMLInputElement).value;

test('the text stays as it is typed, its meaning stands beside it, and takes its place when the field is left', async () => {
  await open('en');
  await userEvent.keyboard('63,000');
  expect(textOf()).toBe('63,000');
  await expect.element(status).toHaveTextContent('= 63000 USDT');
  expect(handed.at(-1)).toBe('63000');
  await userEvent.tab();
  await expect.poll(textOf).toBe('63000');
});

test('a text that can mean two amounts is asked about, and is none until it is answered', async () => {
  await open('de-CH');
  await userEvent.keyboard('63,000');
  expect(handed.at(-1)).toBe('≈63,000');
  await expect.element(status).toHaveTextContent('whichAmount6363000');
  await userEvent.click(page.getByRole('button', { name: '63000' }));
  expect(handed.at(-1)).toBe('63000');
  expect(textOf()).toBe('63000');
});

test('a text that is no amount is said, kept, and never taken for one', async () => {
  await open('en');
  await userEvent.keyboard('5 apples');
  await expect.element(page.getByRole('alert')).toHaveTextContent('unreadable');
  await userEvent.fill(field, '500.125');
  await expect.element(page.getByRole('alert')).toHaveTextContent('decimalsMax');
  expect(handed.at(-1)).toBe('≈500.125');
  await userEvent.tab();
  expect(textOf()).toBe('500.125');
});

test('an input method composes digits without a second one of any', async () => {
  await open('ja');
  const compose = (text: string) =>
    cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await compose('５');
  await compose('５０');
  await cdp().send('Input.insertText', { text: '５０' });
  await expect.poll(textOf).toBe('５０');
  expect(handed.at(-1)).toBe('50');
  await userEvent.tab();
  await expect.poll(textOf).toBe('50');
});

test('the buttons go on from what was read', async () => {
  await open('sv');
  await userEvent.keyboard('1 000,5');
  await userEvent.click(page.getByRole('button', { name: 'increase' }));
  await expect.poll(textOf).toBe('1001.5');
});
