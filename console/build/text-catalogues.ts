// One module a language out of its areas, compiled at build time. English is complete; another language is a folder beside it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

type Texts = Record<string, string>;

const textFolder = fileURLToPath(new URL('../src/text', import.meta.url));
const index = 'virtual:console-texts';
const prefix = `${index}/`;
/** What a demo alone says is no part of what every page loads. */
const demoIndex = 'virtual:console-demo-texts';
const demoArea = 'demo.';

const languages = (): string[] =>
  readdirSync(textFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** All texts of a language, `area.name` → ICU text. */
function readTexts(language: string): Texts {
  const folder = join(textFolder, language);
  const texts: Texts = {};
  for (const file of readdirSync(folder)) {
    const area = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts;
    for (const [name, text] of Object.entries(area)) texts[`${file.slice(0, -5)}.${name}`] = text;
  }
  return texts;
}

function compiled(language: string, isWanted: (key: string) => boolean): Record<string, unknown> {
  const texts = Object.entries(readTexts(language)).filter(([key]) => isWanted(key));
  return Object.fromEntries(texts.map(([key, text]) => [key, compileMessageOrThrow(text)]));
}

export const textCatalogues = (): Plugin => ({
  name: 'candor-console-texts',
  buildStart() {
    const wanted = Object.keys(readTexts('en'));
    for (const language of languages()) {
      const texts = readTexts(language);
      const missing = wanted.filter((key) => texts[key] === undefined);
      if (missing.length > 0) this.error(`${language} has no ${missing.slice(0, 40).join(', ')}`);
    }
  },
  resolveId: (id) => (id === index || id === demoIndex || id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${index}`) {
      const loaders = languages().map((language) => `'${language}': () => import('${prefix}${language}')`);
      return `export const catalogues = { ${loaders.join(', ')} };`;
    }
    if (id === `\0${demoIndex}`) {
      const ofDemo = languages().map((language) => [language, compiled(language, (key) => key.startsWith(demoArea))]);
      return `export const demoCatalogues = ${JSON.stringify(Object.fromEntries(ofDemo))};`;
    }
    if (!id.startsWith(`\0${prefix}`)) return undefined;
    const language = id.slice(prefix.length + 1);
    for (const name of readdirSync(join(textFolder, language))) this.addWatchFile(join(textFolder, language, name));
    return `export const messages = ${JSON.stringify(compiled(language, (key) => !key.startsWith(demoArea)))};`;
  },
});
