import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { AmountField } from './amount-field.tsx';
import { Field } from './field.tsx';
import { SurroundingsProvider } from './kit-provider.tsx';
import type { KitProvider } from './kit-provider.tsx';

const kit = {
  word: (name: string) => name,
  formats: { locale: 'en', decimal: (text: string) => text },
} as unknown as KitProvider;
const markupOf = (field: ReactNode): string =>
  renderToStaticMarkup(<SurroundingsProvider value={kit}>{field}</SurroundingsProvider>);
/** What stands in live regions: read out whenever it changes. */
const spokenOf = (markup: string): string[] =>
  [...markup.matchAll(/<(\w+)[^>]*(?:role="alert"|role="status"|aria-live)[^>]*>(.*?)<\/\1>/g)].map(
    (found) => found[2]!,
  );

const amount = { label: 'Price', coin: 'USDT', value: '', decimals: 2, onChange: () => undefined };

test('the place that reads out an error is there before the error', () => {
  expect(spokenOf(markupOf(<Field label="Account" />))).toEqual(['']);
  expect(spokenOf(markupOf(<Field label="Account" error="Username or password error" />))).toEqual([
    'Username or password error',
  ]);
});

test('a hint that changes with each tick is not read out, but described', () => {
  const markup = markupOf(<AmountField {...amount} hint="+0.10 USDT" />);
  // What its text is read as, and what is wrong with it.
  expect(spokenOf(markup)).toEqual(['', '']);
  const [, id] = /aria-describedby="([^"]+)"/.exec(markup)!;
  expect(markup.slice(markup.indexOf(`<div id="${id}"`))).toContain('+0.10 USDT');
  expect(spokenOf(markupOf(<AmountField {...amount} hint="+0.10 USDT" error="Too low" />))).toEqual(['', 'Too low']);
});
