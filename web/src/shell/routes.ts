// Every path of the app, as the products say.
import type { AppRoute } from '../session/product-face.ts';
import { faces } from './faces.ts';

export const routes: readonly AppRoute[] = faces.flatMap(({ routes = [] }) => routes);

/** The route of a path that the address bar shows; undefined for an unknown one. */
export function routeOf(pathname: string): AppRoute | undefined {
  const parts = pathname.split('/');
  return routes.find(({ path }) => {
    const pattern = path.split('/');
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at]);
  });
}

/** What an address has at the named places of its route's path. */
export function paramsOf({ path }: AppRoute, pathname: string): Record<string, string> {
  const values = pathname.split('/');
  const named = path.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), at] as const] : []));
  return Object.fromEntries(named.map(([name, at]) => [name, decoded(values[at] ?? '')]));
}

/** What is no encoding stays as it is written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
