// The app's own words in a language, so that a journey in it finds what it should be called there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'en' | 'ja' | 'ko' | 'sv' | 'ar' | 'zh-Hant' | 'de-CH';
export type Say = (key: string) => string;

const texts = join(import.meta.dirname, '../../web/src/text');

/** `say('options.up')`; a text with values in it is cut before the first one. */
export function wordsOf(language: Language): Say {
  return (key) => {
    const [area = '', ...name] = key.split('.');
    const words = JSON.parse(readFileSync(join(texts, language, `${area}.json`), 'utf8')) as Record<string, string>;
    const text = words[name.join('.')];
    if (text === undefined) throw new Error(`${language} has no text ${key}`);
    return text.split('{', 1)[0]!.trim();
  };
}

export const startsWith = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`); // oxfmt-ignore
