// XML as plain elements: no entities but the five of the language and character numbers, no document types, no processing beyond the head.
// What is malformed throws; a text that needs more than that is none that we read.

export interface XmlElement {
  /** Without the prefix of its namespace. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** What stands in it by itself, without that of its children. */
  text: string;
}

interface OpenElement extends XmlElement {
  children: XmlElement[];
}

const depthMax = 64;
const token = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y; // oxfmt-ignore
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The root. */
export function readXml(source: string): XmlElement {
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const text = source.replace(/^\uFEFF/, '');
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const [whole, data, end, start, attributes, isEmpty, words] = token.exec(text) ?? fail(`at ${at}`);
    const inner = open.at(-1)!;
    if (data !== undefined || words !== undefined) inner.text += data ?? plain(words!);
    else if (end !== undefined) {
      if (open.length === 1 || inner.name !== localName(end)) fail(`${whole.slice(0, 40)} at ${at}`);
      open.pop();
    } else if (start !== undefined) {
      const element: OpenElement = { name: localName(start), attributes: attributesIn(attributes!), children: [], text: '' }; // oxfmt-ignore
      inner.children.push(element);
      if (isEmpty === '') open.push(element);
      if (open.length > depthMax) fail('it is too deep');
    }
  }
  const [only, ...others] = root.children;
  if (open.length > 1 || !only || others.length > 0 || root.text.trim() !== '') fail('it is not one whole element');
  return only!;
}

/** Every element of this name, however deep. */
export const elementsOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsOf(child, name)]);

/** The element at a path of names, the first of each. */
export const elementAt = (element: XmlElement, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((found, name) => found?.children.find((child) => child.name === name), element);

/** What stands at a path; '' where there is nothing. */
export const textAt = (element: XmlElement, ...path: readonly string[]): string =>
  elementAt(element, ...path)?.text.trim() ?? '';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name, double, single]) => [name!, plain(double ?? single!)]),
  );

const plain = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));|&/g, (_whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? fail(`&${name}; is not known`);
    const code = decimal === undefined ? (hex === undefined ? NaN : parseInt(hex, 16)) : parseInt(decimal, 10);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : fail('an & that is no entity');
  }); // oxfmt-ignore

function fail(what: string): never {
  throw new Error(`this is no XML that can be read: ${what}`);
}
