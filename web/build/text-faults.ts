// What is wrong with a language's texts, each fault in a line that says where.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

export type Texts = Record<string, string>;

export function findFaults(language: string, texts: Texts, english: Texts): string[] {
  const faults: string[] = [];
  for (const [key, source] of Object.entries(english)) {
    const text = texts[key];
    if (text === undefined) faults.push(`${language}: ${key} is missing`);
    else if (text.trim() === '') faults.push(`${language}: ${key} is empty`);
    else faults.push(...placeholderFaults(`${language}: ${key}`, text, source));
  }
  for (const key of Object.keys(texts)) if (!(key in english)) faults.push(`${language}: ${key} is not in en`);
  return faults;
}

/** A translation may leave a value out of a branch, but it can't ask for one that nobody gives. */
function placeholderFaults(where: string, text: string, source: string): string[] {
  const [here, there] = [namesIn(text), namesIn(source)];
  if (typeof here === 'string') return [`${where} is no ICU message: ${here}`];
  if (typeof there === 'string') return [];
  const unknown = [...here].filter((name) => !there.has(name)).map((name) => `${where} asks for {${name}}`);
  const forgotten = [...there].filter((name) => !here.has(name)).map((name) => `${where} forgets {${name}}`);
  return [...unknown, ...forgotten];
}

function namesIn(text: string): Set<string> | string {
  try {
    const names = new Set<string>();
    collect(compileMessageOrThrow(text), names);
    for (const [, tag] of text.matchAll(/<([a-z]\w*)>/gi)) names.add(`<${tag}>`);
    return names;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0]! : String(error);
  }
}

function collect(message: CompiledMessage, names: Set<string>): void {
  for (const token of message) {
    if (typeof token === 'string') continue;
    const [name, , format] = token;
    if (name !== '#') names.add(name);
    if (typeof format !== 'object' || format === null) continue;
    for (const branch of Object.values(format)) if (Array.isArray(branch)) collect(branch, names);
  }
}
