// The chart's library registers all its indicators and drawing tools when it loads, so that a bundler can drop none of them. Here it
// registers those that the app offers. Its private properties get short names, which no minifier may give them.
import type { Plugin } from 'vite';

/** `wanted`: names as the library knows them. */
export const leanChart = (wanted: readonly string[]): Plugin => ({
  name: 'candor-lean-chart',
  transform: (code, id) =>
    id.endsWith('/klinecharts/dist/index.esm.js') ? shortPrivates(leanLists(code, wanted)) : undefined,
});

/** The code with its lists of indicators and overlays cut to what is wanted; it fails where one of those is not found. */
export function leanLists(code: string, wanted: readonly string[]): string {
  const found = new Set<string>();
  const isWanted = (template: string): boolean => {
    const name = new RegExp(
      String.raw`^var ${template.replaceAll('$', String.raw`\$`)} = \{\n\s*name: '(\w+)'`,
      'm',
    ).exec(code)?.[1];
    if (name === undefined || !wanted.includes(name)) return false;
    found.add(name);
    return true;
  };
  const lean = code.replaceAll(/^(var extensions(?:\$2)? = \[)([^\]]*)\];$/gm, (_whole, head: string, list: string) => {
    const templates = list.split(',').map((template) => template.trim());
    return `${head}${templates.filter(isWanted).join(', ')}];`;
  });
  const missing = wanted.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`klinecharts registers no ${missing.join(', ')}`);
  return lean;
}

/** The code with the properties that begin with an underline renamed, everywhere alike: nobody outside reads them. */
export function shortPrivates(code: string): string {
  if (/[.\s]\$\w/.test(code)) throw new Error("the chart's library has names that begin with a dollar sign");
  const names = [...new Set(code.match(/(?<=\.)_[a-zA-Z]\w*/g))];
  const short = new Map(names.map((name, place) => [name, `$${place.toString(36)}`]));
  return code.replaceAll(/(?<![\w$])_[a-zA-Z]\w*/g, (name) => short.get(name) ?? name);
}
