// What a file of this repository imports, for architecture.test.ts.
import { dirname, join } from 'node:path';

const importForms = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

export const specifiersOf = (text: string): string[] =>
  importForms.flatMap((form) => [...text.matchAll(form)].map(([, specifier]) => specifier!));

/** The path of a file of this repository; undefined for packages of others. */
export function targetOf(path: string, specifier: string): string | undefined {
  // A file that a workspace shares by its path.
  const [, workspace, file] = /^@candor\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  if (file !== undefined) return `${workspace!}/src/${file}`;
  if (specifier.startsWith('@candor/')) return `${specifier.split('/')[1]}/src/index.ts`;
  return specifier.startsWith('.') ? join(dirname(path), specifier).replaceAll('\\', '/') : undefined;
}
