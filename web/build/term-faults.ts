// Where a text uses another word than the glossary's for a thing, each fault in a line that says where.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { concepts } from '../src/text/glossary.ts';
import type { Concept, Glossary, Never } from '../src/text/glossary.ts';
import type { Texts } from './text-faults.ts';

/** Japanese, Chinese and Korean don't part words by spaces, or not all: there a word ends where its letters do, if they are katakana or Latin. */
const unspaced = new Set(['ja', 'ko', 'zh-Hant']);
const runs = [String.raw`[\p{sc=Katakana}ー]`, String.raw`[\p{sc=Latin}]`];

export function findTermFaults(language: string, texts: Texts, glossary: Glossary): string[] {
  const entries = Object.entries(texts).map(([key, text]) => ({ key, phrases: phrasesOf(text).map(plain) }));
  const faults: string[] = [];
  for (const [concept, term] of Object.entries(glossary)) {
    for (const rule of term.never ?? []) {
      const found = entries.filter(breaking(rule, language)).map(({ key }) => key);
      const word = typeof rule === 'string' ? rule : rule.word;
      faults.push(...found.map((key) => `${language}: ${key} says ${word}; the term for ${concept} is ${term.say}`));
    }
  }
  return faults;
}

/** Texts that name a thing and do it by another word than its term. */
export function findUnnamed(language: string, texts: Texts, glossary: Glossary): string[] {
  return Object.entries(glossary).flatMap(([concept, { say, forms = [] }]) =>
    concepts[concept as Concept].labels
      .filter((key) => {
        const text = plain(phrasesOf(texts[key]!).join(' '));
        return ![say, ...forms].some((form) => text.includes(plain(form)));
      })
      .map((key) => `${language}: ${key} names ${concept} and doesn’t say ${say}`),
  );
}

interface Entry {
  key: string;
  /** Plain. */
  phrases: readonly string[];
}

/** Whether an entry breaks the rule. */
function breaking(rule: Never, language: string): (entry: Entry) => boolean {
  const { word, in: keys, unless = [] } = typeof rule === 'string' ? { word: rule } : rule;
  const form = formOf(word, language);
  const rightPhrases = unless.map(plain);
  return ({ key, phrases }) =>
    (!keys || keys.some((start) => key.startsWith(start))) &&
    phrases.some((phrase) => form.test(without(phrase, rightPhrases)));
}

const without = (text: string, phrases: readonly string[]): string =>
  phrases.reduce((rest, phrase) => rest.replaceAll(phrase, '\u{FFFC}'), text);

const letter = String.raw`[\p{L}\p{M}]`;
/** What Arabic writes in front of a word and into one with it: and, so, with, for, as, the. */
const arabicPrefixes = '[وف]?(?:لل|[بلك]?(?:ال)?)';

function formOf(word: string, language: string): RegExp {
  const form = plain(word)
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', `${letter}*`);
  if (unspaced.has(language)) {
    const bound = (end: string): string => runs.find((run) => new RegExp(run, 'u').test(end)) ?? '[]';
    return new RegExp(`(?<!${bound(word.at(0)!)})${form}(?!${bound(word.at(-1)!)})`, 'u');
  }
  return new RegExp(`(?<!${letter})${language === 'ar' ? arabicPrefixes : ''}${form}(?!${letter})`, 'u');
}

/** In small letters, without soft hyphens and the vowel signs of Arabic, which a writer may set or leave. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\u00AD\u064B-\u0652\u0640]/g, '');

/** What a text may say: each branch of a plural by itself, `{}` where a value stands. */
export function phrasesOf(text: string): string[] {
  const phrases: string[] = [];
  collect(compileMessageOrThrow(text), phrases);
  return phrases;
}

function collect(message: CompiledMessage, phrases: string[]): void {
  let phrase = '';
  for (const token of message) {
    if (typeof token === 'string') phrase += token;
    else phrase += '{}';
    const format = typeof token === 'string' ? undefined : token[2];
    if (typeof format !== 'object' || format === null) continue;
    for (const branch of Object.values(format)) if (Array.isArray(branch)) collect(branch, phrases);
  }
  phrases.push(phrase);
}
