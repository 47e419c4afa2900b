import { describe, expect, test } from 'vitest';
import { languages } from '../src/text/languages.ts';
import type { Language } from '../src/text/languages.ts';
import { findStyleFaults } from './style-faults.ts';
import { readArticles, readMails, readTexts } from './text-catalogues.ts';

test.each(languages)('%s is written in one way, in the app and in mails', (language) => {
  expect(
    findStyleFaults(language, { ...readTexts(language), ...readMails(language), ...readArticles(language) }),
  ).toEqual([]);
});

const isRight = (language: Language, text: string): boolean => findStyleFaults(language, { 'a.x': text }).length === 0;

describe('breaches are found', () => {
  test.each<[Language, string, string]>([
    ['en', 'Don’t', "Don't"],
    ['en', 'Loading…', 'Loading...'],
    ['en', '24h change', '24 h change'],
    ['en', 'No “x”', 'No «x»'],
    ['ja', '{coin}の価格', '{coin} の価格'],
    ['ja', '10秒以内', '10 秒以内'],
    ['ja', '利用可能 {amount}', '利用可能 {amount}です'],
    ['ja', '受取額 {paid} · 手数料 {fee}', '受取額 {paid} の手数料'],
    ['ja', '強さ：{x}', '強さ: {x}'],
    ['ko', '24시간', '24h'],
    ['sv', 'Volym 24\u{A0}h', '24h volym'],
    ['de-CH', 'Volumen 24\u{A0}h', 'Volumen 24 h'],
    ['ar', 'حاليًا', 'حالياً'],
    ['ar', 'نعم، لا', 'نعم, لا'],
    ['zh-Hant', '您的訂單', '你的訂單'],
    ['zh-Hant', 'K 線', 'K線'],
    ['de-CH', 'Ihre Aufträge', 'Deine Aufträge'],
    ['de-CH', 'Laden Sie neu', 'Lade neu'],
    ['de-CH', 'Dudelsack', 'Ob du handelst'],
    ['de-CH', 'gross', 'groß'],
  ])('%s: %s, not %s', (language, right, wrong) => {
    expect([isRight(language, right), isRight(language, wrong)]).toEqual([true, false]);
  });
});
