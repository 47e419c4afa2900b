// Reads JSON without JSON.parse's leniency: a repeated key or a number that a float would change is an error, not a guess.

export interface JsonLimits {
  depthMax: number;
  /** Of one object. */
  keysMax: number;
  /** In the whole text. */
  valuesMax: number;
}

const depthOnly: JsonLimits = { depthMax: 32, keysMax: Infinity, valuesMax: Infinity };
const space = /[ \t\n\r]*/y;
const textToken = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const numberToken = /-?\d[\d.eE+-]*/y;
const wordToken = /true|false|null/y;
const wholeNumber = /^(?:0|-?[1-9]\d*)$/;

interface Reader {
  text: string;
  at: number;
  values: number;
  limits: JsonLimits;
}

/** The value that the text holds; throws a SyntaxError that says what is wrong and where, as soon as it is found. */
export function parseStrictJson(text: string, limits = depthOnly): unknown {
  const reader = { text, at: 0, values: 0, limits };
  const value = readValue(reader, '', 0);
  take(reader, space);
  if (reader.at < text.length) fail(reader, 'something follows after the end');
  return value;
}

function readValue(reader: Reader, path: string, depth: number): unknown {
  const { depthMax, valuesMax } = reader.limits;
  if (depth > depthMax) fail(reader, `it nests deeper than ${depthMax} levels`);
  if (++reader.values > valuesMax) fail(reader, `it has more than ${valuesMax} values`);
  take(reader, space);
  if (skip(reader, '{')) return readObject(reader, path, depth);
  if (skip(reader, '[')) return readArray(reader, path, depth);
  const string = take(reader, textToken);
  if (string !== undefined) return readText(reader, string);
  const number = take(reader, numberToken);
  if (number !== undefined) return readNumber(reader, number, path);
  const word = take(reader, wordToken);
  if (word === undefined) fail(reader, 'a value is missing');
  return word === 'null' ? null : word === 'true';
}

function readObject(reader: Reader, path: string, depth: number): Record<string, unknown> {
  const entries = new Map<string, unknown>();
  take(reader, space);
  if (skip(reader, '}')) return {};
  do {
    take(reader, space);
    const keyToken = take(reader, textToken);
    if (keyToken === undefined) fail(reader, 'a key is missing');
    const key = readText(reader, keyToken);
    const keyPath = path === '' ? key : `${path}.${key}`;
    if (entries.has(key)) fail(reader, `${keyPath} is there twice`);
    if (entries.size >= reader.limits.keysMax) fail(reader, `an object has more than ${reader.limits.keysMax} keys`);
    take(reader, space);
    if (!skip(reader, ':')) fail(reader, `a colon is missing after ${keyPath}`);
    entries.set(key, readValue(reader, keyPath, depth + 1));
    take(reader, space);
  } while (skip(reader, ','));
  if (!skip(reader, '}')) fail(reader, 'a closing brace is missing');
  return Object.fromEntries(entries);
}

function readArray(reader: Reader, path: string, depth: number): unknown[] {
  const items: unknown[] = [];
  take(reader, space);
  if (skip(reader, ']')) return items;
  do {
    items.push(readValue(reader, `${path}.${items.length}`, depth + 1));
    take(reader, space);
  } while (skip(reader, ','));
  if (!skip(reader, ']')) fail(reader, 'a closing bracket is missing');
  return items;
}

function readText(reader: Reader, token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return fail(reader, 'a text has a broken escape');
  }
}

function readNumber(reader: Reader, token: string, path: string): number {
  const value = parseInt(token, 10);
  if (wholeNumber.test(token) && Number.isSafeInteger(value)) return value;
  return fail(reader, `${path} is ${token.slice(0, 40)}, which is not a whole number that every computer reads alike`);
}

function take(reader: Reader, token: RegExp): string | undefined {
  token.lastIndex = reader.at;
  const found = token.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function skip(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at++;
  return true;
}

function fail(reader: Reader, problem: string): never {
  throw new SyntaxError(`${problem} (at character ${reader.at + 1})`);
}
