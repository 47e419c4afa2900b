import { describe, expect, test } from 'vitest';
import type { Glossary } from '../src/text/glossary.ts';
import { languages } from '../src/text/languages.ts';
import { glossaries } from './glossaries.ts';
import { findTermFaults, findUnnamed, phrasesOf } from './term-faults.ts';
import { readArticles, readMails, readTexts } from './text-catalogues.ts';

describe.each(languages)('%s', (language) => {
  test('says the glossary’s terms and no other words for them, in the app, in mails and in articles', () => {
    const texts = { ...readTexts(language), ...readMails(language), ...readArticles(language) };
    expect(findTermFaults(language, texts, glossaries[language])).toEqual([]);
  });

  test('names each thing by its term', () => {
    expect(findUnnamed(language, readTexts(language), glossaries[language])).toEqual([]);
  });
});

const rules = (never: Glossary['stake']['never']): Glossary => ({ stake: { say: '-', never } }) as unknown as Glossary;
const faultsOf = (language: string, text: string, never: Glossary['stake']['never']): number =>
  findTermFaults(language, { 'a.x': text }, rules(never)).length;

test('words are found whole, as parts of compounds where asked for, and in all branches', () => {
  expect(faultsOf('de-CH', 'Die Marge ist hoch.', ['Marge'])).toBe(1);
  expect(faultsOf('de-CH', 'Die Margen', ['Marge'])).toBe(0);
  expect(faultsOf('de-CH', 'Der Indexpreis', ['*preis'])).toBe(1);
  expect(faultsOf('sv', 'Pris per ljusstake', ['ljus'])).toBe(0);
  expect(faultsOf('en', '{count, plural, one {# sheet} other {# sheets}}', ['sheets'])).toBe(1);
  expect(faultsOf('de-CH', 'Ver­mö­gen', ['Vermögen'])).toBe(1);
});

test('Arabic words are found behind what is written into one with them, with and without vowel signs', () => {
  expect(faultsOf('ar', 'وبالنبضة', ['نبض*'])).toBe(1);
  expect(faultsOf('ar', 'انقباض', ['قبا'])).toBe(0);
  expect(faultsOf('ar', 'نبَضات', ['نبض*'])).toBe(1);
});

test('katakana are found whole, other words of Japanese and Chinese anywhere', () => {
  expect(faultsOf('ja', 'このレシートは', ['シート'])).toBe(0);
  expect(faultsOf('ja', 'このシートは', ['シート'])).toBe(1);
  expect(faultsOf('zh-Hant', '不可提現。', ['提現'])).toBe(1);
});

test('a word may be right in a phrase or in other texts', () => {
  expect(faultsOf('ko', '강제 청산가', [{ word: '청산', unless: ['강제 청산'] }])).toBe(0);
  expect(faultsOf('ko', '강제 청산 뒤 청산', [{ word: '청산', unless: ['강제 청산'] }])).toBe(1);
  expect(faultsOf('en', 'rate', [{ word: 'rate', in: ['b.'] }])).toBe(0);
});

test('a text is read branch by branch', () => {
  expect(phrasesOf('{count, plural, one {# day} other {# days}} left')).toEqual(['# day', '# days', '{} left']);
});
