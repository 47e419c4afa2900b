// The texts as they are written, for what a test looks for.
import type { Language } from '../../src/text/languages.ts';

type Area = Record<string, string>;
const areas = import.meta.glob<Area>('../../src/text/*/*.json', { eager: true, import: 'default' });

/** Texts without values only. */
export const wordsOf =
  (language: Language) =>
  (key: string): string => {
    const [area, name] = key.split('.') as [string, string];
    const text = areas[`../../src/text/${language}/${area}.json`]?.[name];
    if (text === undefined || text.includes('{')) throw new Error(`There is no text ${key} without values.`);
    return text;
  };
