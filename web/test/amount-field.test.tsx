// A field for an amount under real keys, a paste and an input method: its text is its person's, and what is handed on is what it means.
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { languages, localeOf } from '../src/text/languages.ts';
import { AmountField } from '../src/ui/amount-field.tsx';
import { hideParts, showParts } from './support/kit.tsx';
import { isLongRun } from './support/long-run.ts';

let handed: string[] = [];
const field = page.getByRole('textbox', { name: 'Stake' });
const status = page.getByRole('status');

afterEach(() => {
  hideParts();
  handed = [];
});

interface Opened {
  first?: string;
  decimals?: number;
  max?: string;
}

function Host({ first = '', decimals = 2, max }: Opened) {
  const [value, setValue] = useState(first);
  const change = (next: string): void => {
    handed.push(next);
    setValue(next);
  };
  return <AmountField label="Stake" coin="USDT" {...{ decimals, max, value }} step="1" onChange={change} />;
}

async function open(locale: string, opened: Opened = {}): Promise<void> {
  hideParts();
  showParts(<Host {...opened} />, { locale });
  await userEvent.click(field);
}

const textOf = (): string => document.querySelector('input')!.value;

test('the text stays as it is typed, its meaning stands beside it, and takes its place when the field is left', async () => {
  await open('en');
  await userEvent.keyboard('63,000');
  expect(textOf()).toBe('63,000');
  await expect.element(status).toHaveTextContent('= 63000 USDT');
  expect(handed.at(-1)).toBe('63000');
  await userEvent.tab();
  await expect.poll(textOf).toBe('63000');
});

test('a text that was no amount in another language, or in fewer decimals, is handed on where it is one', async () => {
  await open('en', { first: '≈1,234' });
  await expect.poll(() => handed).toEqual(['1234']);
  await open('en', { first: '≈1.2345', decimals: 4 });
  await expect.poll(() => handed.at(-1)).toBe('1.2345');
});

test('the code of any coin says nothing', async () => {
  await open('en');
  await userEvent.fill(field, '500 USDT');
  expect(handed.at(-1)).toBe('500');
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
  await expect.poll(textOf).toBe('1001,5');
});

// Real keys, taps and look-ups by role would take minutes for so many.
const input = (): HTMLInputElement => document.querySelector('input')!;
const saidIn = (role: string): string | null => document.querySelector(`[role=${role}]`)!.textContent;
const press = (name: string): void => {
  const button = [...document.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.textContent) === name);
  flushSync(() => button!.click());
};
const dispatch = (event: Event): void => flushSync(() => void input().dispatchEvent(event));
const leave = (): void => dispatch(new FocusEvent('focusout', { bubbles: true }));
function put(text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(), text);
  dispatch(new InputEvent('input', { bubbles: true }));
}
function show(locale: string, opened: Opened): void {
  hideParts();
  flushSync(() => showParts(<Host {...opened} />, { locale }));
}

/** Read anew it is what the field holds, before and after it is left; and nothing is asked or wrong about it. */
function readsItselfAs(plain: string): void {
  const text = textOf();
  const isClear = (): void => {
    expect(saidIn('status')).toBe('');
    expect(saidIn('alert')).toBe('');
  };
  isClear();
  put('');
  put(text);
  expect(handed.at(-1)).toBe(plain);
  isClear();
  leave();
  expect(textOf()).toBe(text);
  isClear();
}

const someDigits = ['2145.12345678', '12.12512512', '0.12512512', '63000.00100001', '7.00000000'];
function cut(digits: string, decimals: number): string {
  const [whole, fraction] = digits.split('.') as [string, string];
  const kept = fraction.slice(0, decimals).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
const everyAmount = (isLongRun ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [2, 8]).flatMap((decimals) => (isLongRun ? someDigits : someDigits.slice(0, 2)).map((digits) => ({ decimals, digits, plain: cut(digits, decimals) }))); // oxfmt-ignore

test.each(languages)('in %s what the field shows is what it holds, wherever it came from', (language) => {
  const locale = localeOf[language];
  for (const { decimals, digits, plain } of everyAmount) {
    show(locale, { decimals, first: plain });
    readsItselfAs(plain);

    show(locale, { decimals, max: digits });
    press('max');
    expect(handed.at(-1)).toBe(plain);
    readsItselfAs(plain);
    press('increase');
    readsItselfAs(handed.at(-1)!);
    press('decrease');
    expect(handed.at(-1)).toBe(plain);
    readsItselfAs(plain);

    put(new Intl.NumberFormat(locale, { maximumFractionDigits: 8 }).format(plain as Intl.StringNumericLiteral));
    leave();
    expect(handed.at(-1)).toBe(plain);
    readsItselfAs(plain);
  }
});

test.each([
  ['sv', '63.125', '63,125'],
  ['de-CH', '63,125', '63.125'],
])('in %s the answer to %s stays answered, and is gone on from', async (locale, typed, shown) => {
  await open(locale, { decimals: 3 });
  await userEvent.keyboard(typed);
  await userEvent.click(page.getByRole('button', { name: '63.125' }));
  expect(handed.at(-1)).toBe('63.125');
  expect(textOf()).toBe(shown);
  readsItselfAs('63.125');
  await userEvent.click(field);
  await userEvent.keyboard('{End}{Backspace}');
  expect(handed.at(-1)).toBe('63.12');
});
