// Each shape of an icon comes with a random key, which React asks for while developing and never uses for a list that stays as it is.
// Random letters don't compress: they were a kilobyte of what every page loads.
import type { Plugin } from 'vite';

export const leanIcons = (): Plugin => ({
  name: 'candor-lean-icons',
  apply: 'build',
  transform: (code, id) => (/\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id) ? leanIcon(code) : undefined),
});

/** An icon's file without its keys and without a line that has no effect; it fails where not every shape has a key. */
export function leanIcon(code: string): string {
  if (!code.includes('createLucideIcon')) return code;
  const shapes = code.match(/\[\s*"\w+",\s*\{/g) ?? [];
  const keyed = /,\s*key: "[a-z0-9]+"(?=\s*\})/g;
  const keys = code.match(keyed) ?? [];
  if (shapes.length === 0 || shapes.length !== keys.length) {
    throw new Error(`an icon has ${shapes.length} shapes and ${keys.length} keys`);
  }
  return code.replaceAll(keyed, '').replace('\n__iconData.node;', '');
}
