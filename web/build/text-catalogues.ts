// One module a language and part out of its areas: checked against English, compiled at build time, loaded when it is spoken.
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { faces } from '../src/shell/faces.ts';
import { partsOfFloors } from '../src/text/parts.ts';
import { findFaults } from './text-faults.ts';
import type { Texts } from './text-faults.ts';

export const textFolder = fileURLToPath(new URL('../src/text', import.meta.url));
const index = 'virtual:texts';
const prefix = `${index}/`;

export const languagesOfFolders = (): string[] =>
  readdirSync(textFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** All texts of a language, `area.name` → ICU text. */
export function readTexts(language: string): Texts {
  const folder = join(textFolder, language);
  const texts: Texts = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const area = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts;
    for (const [name, text] of Object.entries(area)) texts[`${file.slice(0, -5)}.${name}`] = text;
  }
  return texts;
}

/** By part: the areas that come in it, as floors and faces of products say. */
export function partsOfAreas(): Map<string, string[]> {
  const own = faces.flatMap(({ name, textPart }) => (textPart ? [[name, textPart] as const] : []));
  const partOf: Record<string, string> = { ...partsOfFloors, ...Object.fromEntries(own) };
  const areas = [...new Set(Object.keys(readTexts('en')).map((key) => key.split('.', 1)[0]!))];
  return Map.groupBy(areas, (area) => partOf[area] ?? fail(area));
}

function fail(area: string): never {
  throw new Error(`nobody says in which part the texts of ${area} come: textPart in its face`);
}

/** What the server writes to customers in mails, on lock screens and in the list of notifications. */
export function readMails(language: string): Texts {
  const server = join(textFolder, '../../../server/src');
  const texts = readTextFile(join(server, `kit/text/${language}.json`));
  for (const file of globSync('*/notices.json', { cwd: server })) {
    const own = (readTextFile(join(server, file)) as unknown as Record<string, Texts>)[language] ?? {};
    for (const [key, text] of Object.entries(own)) texts[`${file}:${key}`] = text;
  }
  return texts;
}
const readTextFile = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8')) as Texts;

/** News, help and legal texts: each line of a file without its marks, by its place. */
export function readArticles(language: string): Texts {
  const folder = join(textFolder, `../../../server/src/content/texts/${language}`);
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .map((line, place) => [`${file}:${place + 1}`, line.replace(marks, '').replace(address, '$1')] as const),
  );
  return Object.fromEntries(lines.filter(([, line]) => line !== ''));
}
const marks = /^(?:#+|-|\d+\.|>) | \{#[a-z0-9-]+\}$|\*/g;
const address = /\[([^\]]+)\]\([^)]+\)/g;

export const allFaults = (): string[] => {
  const english = readTexts('en');
  return languagesOfFolders().flatMap((language) => findFaults(language, readTexts(language), english));
};

export function textCatalogues(): Plugin {
  let isBuild = false;
  let isDraft = false;
  return {
    name: 'candor-text-catalogues',
    configResolved(config) {
      isBuild = config.command === 'build';
      isDraft = process.env['CANDOR_TEXTS'] === 'draft';
    },
    buildStart() {
      if (isBuild) {
        for (const name of namesOfParts())
          this.emitFile({ type: 'chunk', id: `${prefix}${name}`, name, preserveSignature: 'strict' });
      }
      const faults = allFaults();
      if (faults.length === 0) return;
      const report = `texts are not complete:\n  ${faults.slice(0, 40).join('\n  ')}`;
      if (isBuild && !isDraft) this.error(report);
      else this.warn(report);
    },
    resolveId: (id) => (id === index || id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${index}`) return isBuild ? listedParts() : indexOfParts();
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const [, language, part] = /([\w-]+)-(\w+)$/.exec(id) as unknown as [string, string, string];
      for (const name of readdirSync(join(textFolder, language))) this.addWatchFile(join(textFolder, language, name));
      const texts = { ...readTexts('en'), ...readTexts(language) };
      const areas = partsOfAreas()
        .get(part)!
        .map((area) => [area, compileArea(area, texts)]);
      return `export const areas = ${JSON.stringify(Object.fromEntries(areas))};`;
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(textFolder) || !file.endsWith('.json')) return;
      for (const name of namesOfParts()) {
        const module = server.moduleGraph.getModuleById(`\0${prefix}${name}`);
        if (module) server.moduleGraph.invalidateModule(module);
      }
      server.ws.send({ type: 'full-reload' });
    },
  };
}

/** Names without their area, which a file then says only once. */
function compileArea(area: string, texts: Texts): object {
  const own = Object.entries(texts).filter(([key]) => key.startsWith(`${area}.`));
  return Object.fromEntries(own.map(([key, text]) => [key.slice(area.length + 1), compileMessageOrThrow(text)]));
}

const namesOfParts = (): string[] =>
  languagesOfFolders().flatMap((language) => [...partsOfAreas().keys()].map((part) => `${language}-${part}`));

/** The code that loads a language's part. The built page lists the files, so that no script names those of all languages. */
const listedParts = (): string =>
  `const { texts } = JSON.parse(document.querySelector('meta[name=candor-files]').content);
   export const parts = ${JSON.stringify([...partsOfAreas().keys()])};
   export const load = (language, part) => import(/* @vite-ignore */ texts[language][part]);`;

function indexOfParts(): string {
  const loaders = languagesOfFolders().map((language) => {
    const parts = [...partsOfAreas().keys()].map((part) => `${part}: () => import('${prefix}${language}-${part}')`);
    return `'${language}': { ${parts.join(', ')} }`;
  });
  return `const catalogues = { ${loaders.join(', ')} };
    export const parts = ${JSON.stringify([...partsOfAreas().keys()])};
    export const load = (language, part) => catalogues[language][part]();`;
}
