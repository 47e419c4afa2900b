// The texts that come with the program: a file a language and kind, in which `# Title {#slug}` begins a document.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentKind } from '@candor/wire';
import { languages, type Language } from '../kit/texts.ts';
import { documents, type DocumentFacts } from './documents.ts';

export interface ContentText {
  title: string;
  /** The first paragraph. */
  summary: string;
  /** Markdown. */
  body: string;
  /** What is new since the version before: a quotation that stands in front of all else. */
  changes: string;
}

export interface WrittenDocument extends DocumentFacts {
  texts: Readonly<Record<Language, ContentText>>;
  digest: Buffer;
}

export const textsDirectory = join(import.meta.dirname, 'texts');

/** All of them in all languages; throws if one is missing. */
export function readWrittenDocuments(directory = textsDirectory): WrittenDocument[] {
  const files = new Map<string, Map<string, ContentText>>();
  const textsOf = (kind: ContentKind, language: Language): Map<string, ContentText> => {
    const path = join(directory, language, `${kind}.md`);
    if (!files.has(path)) files.set(path, splitTexts(readFileSync(path, 'utf8')));
    return files.get(path)!;
  };
  return documents.map((facts) => {
    const texts = Object.fromEntries(
      languages.map((language) => {
        const text = textsOf(facts.kind, language).get(facts.slug);
        if (!text) throw new Error(`${facts.kind} ${facts.slug} is missing in ${language}`);
        return [language, text];
      }),
    ) as Record<Language, ContentText>;
    return { ...facts, texts, digest: digestOf(texts) };
  });
}

/** The documents of a file by their slugs. */
export function splitTexts(file: string): Map<string, ContentText> {
  const parts = file.split(/^# (.+) \{#([a-z0-9-]+)\}$/m);
  const texts = new Map<string, ContentText>();
  for (let place = 1; place < parts.length; place += 3) {
    const [title, slug, rest] = [parts[place]!.trim(), parts[place + 1]!, parts[place + 2]!.trim()];
    if (texts.has(slug)) throw new Error(`${slug} stands twice`);
    const [, quoted = '', body = rest] = /^((?:>.*\n?)+)\n([^]*)$/.exec(rest) ?? [];
    const changes = quoted.replaceAll(/^> ?/gm, '').trim();
    texts.set(slug, { title, summary: body.trim().split(/\n\s*\n/, 1)[0]!, body: body.trim(), changes });
  }
  return texts;
}

const digestOf = (texts: Readonly<Record<Language, ContentText>>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(languages.map((language) => [language, texts[language]])))
    .digest();
