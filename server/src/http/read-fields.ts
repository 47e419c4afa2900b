// Request text to named fields, strictly: what two readers could understand differently is refused, not guessed at.
import { isUtf8 } from 'node:buffer';
import { parseStrictJson } from '@candor/proof';
import { refuse } from '../kit/refuse.ts';

/** Fields without a prototype, so that no name in it means anything. */
export type Fields = Record<string, unknown>;

/** How deep lists and objects may nest in a JSON body, how many fields an object or a form has, and how many values there are. */
const depthMax = 6;
const fieldsMax = 64;
const jsonLimits = { depthMax: depthMax + 1, keysMax: fieldsMax, valuesMax: 512 };
const reservedNames = new Set(['__proto__', 'constructor', 'prototype']);

export const noFields = (): Fields => Object.create(null) as Fields;

export function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) refuse('malformed', { problem: 'the body is not UTF-8' });
  return bytes.toString('utf8');
}

/** Fields of a form body or a query string. */
export function formFields(text: string): Fields {
  const fields = noFields();
  if (text === '') return fields;
  const pairs = text.split('&', fieldsMax + 1);
  if (pairs.length > fieldsMax) refuse('malformed', { problem: `there are more than ${fieldsMax} fields` });
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = decodeFormText(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decodeFormText(pair.slice(equals + 1));
    setField(fields, name, value);
  }
  return fields;
}

/** Fields of a JSON object. */
export function jsonFields(text: string): Fields {
  if (text === '') return noFields();
  let value: unknown;
  try {
    value = parseStrictJson(text, jsonLimits);
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
  if (name in fields) refuse('malformed', { field: brief(name), problem: 'it is there twice' });
  fields[name] = value;
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Caller's text in facts and logs, cut to what a person reads. */
export const brief = (text: string): string => (text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text);

function decodeFormText(text: string): string {
  // As most are, and to decode one takes longer than all else that is done with it.
  if (!text.includes('%') && !text.includes('+')) {
    checkText('', text);
    return text;
  }
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
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
