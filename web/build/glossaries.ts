// The glossaries of all languages, for the tests of texts; no page loads them.
import type { Glossary } from '../src/text/glossary.ts';
import type { Language } from '../src/text/languages.ts';
import { ar } from '../src/text/ar/glossary.ts';
import { deCh } from '../src/text/de-CH/glossary.ts';
import { en } from '../src/text/en/glossary.ts';
import { ja } from '../src/text/ja/glossary.ts';
import { ko } from '../src/text/ko/glossary.ts';
import { sv } from '../src/text/sv/glossary.ts';
import { zhHant } from '../src/text/zh-Hant/glossary.ts';

export const glossaries: Readonly<Record<Language, Glossary>> = {
  en,
  ja,
  ko,
  sv,
  ar,
  'zh-Hant': zhHant,
  'de-CH': deCh,
};
