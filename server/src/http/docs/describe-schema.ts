// A JSON Schema in words, for the page.
import type { JsonSchema } from './call-schemas.ts';

/** One line for a field, e.g. `text, 1 to 40 characters`. */
export function describeSchema(schema: JsonSchema): string {
  const said = schema.default === undefined ? '' : `; ${JSON.stringify(schema.default)} if left out`;
  return describeForm(schema) + said;
}

function describeForm(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.anyOf) return describeChoice(schema.anyOf);
  if (schema.prefixItems) return `list of ${schema.prefixItems.map(describeForm).join(', ')}`;
  if (Array.isArray(schema.type)) return schema.type.map((type) => describeForm({ ...schema, type })).join(' or ');
  switch (schema.type) {
    case 'string':
      return describeText(schema);
    case 'integer':
    case 'number':
      return describeNumber(schema);
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return typeof schema.items === 'object' ? `list of ${describeForm(schema.items)}` : 'list';
    case 'object':
      return describeObject(schema);
    default:
      return 'any JSON';
  }
}

/** Digits in quotes are how a form writes a number; saying so at each would hide the rest. */
function describeChoice(forms: JsonSchema[]): string {
  const hasNumber = forms.some(({ type }) => type === 'integer' || type === 'number');
  const said = forms.filter(({ pattern }) => !(hasNumber && pattern?.includes('\\d{')));
  return [...new Set(said.map(describeForm))].join(' or ');
}

function describeText({ minLength, maxLength, pattern, format }: JsonSchema): string {
  if (pattern?.includes('T\\d\\d:')) return 'time, ISO 8601 in UTC with milliseconds';
  if (pattern !== undefined) return `text of the form ${pattern}`;
  if (format !== undefined) return format;
  if (minLength !== undefined && maxLength !== undefined) return `text, ${minLength} to ${maxLength} characters`;
  if (maxLength !== undefined) return `text, up to ${maxLength} characters`;
  return 'text';
}

function describeNumber({ type, minimum, maximum }: JsonSchema): string {
  const isBound = (bound: number | undefined): bound is number => bound !== undefined && Math.abs(bound) < 2 ** 53 - 1;
  const name = type === 'integer' ? 'whole number' : 'number';
  if (isBound(minimum) && isBound(maximum)) return `${name}, ${minimum} to ${maximum}`;
  return isBound(minimum) ? `${name}, ${minimum} or more` : name;
}

function describeObject({ properties, additionalProperties }: JsonSchema): string {
  if (properties)
    return `{ ${Object.entries(properties)
      .map(([name, member]) => `${name}: ${describeForm(member)}`)
      .join('; ')} }`;
  return typeof additionalProperties === 'object' ? `names with ${describeForm(additionalProperties)}` : 'object';
}
