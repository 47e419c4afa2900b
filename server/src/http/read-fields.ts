// Request text to named fields, strictly: what two readers could understand differently is refused, not guessed at.
import { isUtf8 } from 'node:buffer';
import { parseStrictJson } from '@candor/proof';
import { refuse } from '../kit/refuse.ts';

/** Fields without a prototype, so that no name in it means anything. */
export type Fields = Record<string, unknown>;

/** How deep lists and objects may nest in a JSON body. */
const depthMax = 6;
const reservedNames = new Set(['__proto__', 'constructor', 'prototype']);

export const noFields = (): Fields => Object.create(nothing) as Fields;
/** An empty prototype is as good as none, and the engine keeps objects without one in a slower form. */
const nothing = Object.freeze(Object.create(null)) as object;

export function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) refuse('malformed', { problem: 'the body is not UTF-8' });
  return bytes.toString('utf8');
}

/** Printable ASCII without the two characters that mean others. */
const plainForm = /^[ -$&-*,-~]*$/;
const asItIs = (text: string): string => text;

/** Fields of a form body or a query string. */
export function formFields(text: string): Fields {
  const fields = noFields();
  if (text === '') return fields;
  const decode = plainForm.test(text) ? asItIs : decodeFormText;
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    setField(fields, name, value);
  }
  return fields;
}

/** Fields of a JSON object. */
export function jsonFields(text: string): Fields {
  if (text === '') return noFields();
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    refuse('malformed', { problem: brief(error instanceof Error ? error.message : 'not JSON') });
  }
  if (!isPlainObject(value)) return refuse('malformed', { problem: 'a JSON object is expected' });
  return fieldsOf(value);
}

/** The entries of an object that came out of JSON, each name and text in it checked. */
export function fieldsOf(value: object): Fields {
  const fields = noFields();
  for (const [name, member] of Object.entries(value)) {
    checkValue(name, member, 1);
    setField(fields, name, member);
  }
  return fields;
}

export function setField(fields: Fields, name: string, value: unknown): void {
  checkName(name);
  // No field is undefined; asking for a value is several times faster than asking whether there is one.
  if (fields[name] !== undefined) refuse('malformed', { field: brief(name), problem: 'it is there twice' });
  fields[name] = value;
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Caller's text in facts and logs, cut to what a person reads. */
export const brief = (text: string): string => (text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text);

function decodeFormText(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) {
    checkText('', spaced);
    return spaced;
  }
  let decoded: string;
  try {
    decoded = decodeURIComponent(spaced);
  } catch {
    return refuse('malformed', { problem: 'a percent escape is not UTF-8' });
  }
  checkText('', decoded);
  return decoded;
}

function checkValue(field: string, value: unknown, depth: number): void {
  if (typeof value === 'string') return checkText(field, value);
  if (typeof value !== 'object' || value === null) return;
  if (depth >= depthMax) refuse('malformed', { field: brief(field), problem: 'it nests too deeply' });
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) checkName(name);
    checkValue(field, member, depth + 1);
  }
}

function checkName(name: string): void {
  checkText(name, name);
  if (name === '' || reservedNames.has(name))
    refuse('malformed', { field: brief(name), problem: 'no field has this name' });
}

/** The database keeps neither NUL nor half a surrogate pair. */
function checkText(field: string, text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    refuse('malformed', {
      field: brief(field.toWellFormed().replaceAll('\0', '')),
      problem: 'a character in it is not text',
    });
  }
}
