// Who may open which path.
import type { SessionEnd } from '../session/session.ts';
import { loginPath } from '../session/wanted-path.ts';
import { routeOf } from './routes.ts';

/**
 * Where a wanted path really leads; undefined: there. Unknown ones go to /, and / goes to /home. A login leads back,
 * but not after a new password: what was done on that page is done.
 */
export function redirectOf(path: string, isLoggedIn: boolean, ended: SessionEnd = null): string | undefined {
  const pathname = path.split(/[?#]/, 1)[0]!;
  if (pathname === '/') return '/home';
  const place = routeOf(pathname);
  if (!place) return '/';
  if (!place.needsLogin || isLoggedIn) return undefined;
  return ended === 'changed' ? loginPath('/') : loginPath(path);
}
