// Who may open which path.
import { loginPath } from '../session/wanted-path.ts';
import { placeOf } from './routes.ts';

/** Where a wanted path really leads; undefined: there. Unknown ones go to /, and / goes to /home. */
export function redirectOf(path: string, isLoggedIn: boolean): string | undefined {
  const pathname = path.split(/[?#]/, 1)[0]!;
  if (pathname === '/') return '/home';
  const place = placeOf(pathname);
  if (!place) return '/';
  return place.needsLogin && !isLoggedIn ? loginPath(path) : undefined;
}
