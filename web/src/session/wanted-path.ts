// The way back after a login: /login?redirect=<path>. Only a path of this app is followed, never an address.

const parameter = 'redirect';

const isInside = (path: string): boolean =>
  /^\/(?![/\\])[^\\\s]*$/.test(path) && !/^\/(?:login|register)(?:[?#]|$)/.test(path);

/** The login page that leads back to `wanted`. */
export const loginPath = (wanted: string): string =>
  isInside(wanted) && wanted !== '/' && wanted !== '/home'
    ? `/login?${parameter}=${encodeURIComponent(wanted)}`
    : '/login';

/** The page of certification, which leads back to `wanted`. */
export const certificationPath = (wanted: string): string =>
  isInside(wanted) ? `/authentication?${parameter}=${encodeURIComponent(wanted)}` : '/authentication';

/** Where to go after a login, from the login page's own search. */
export function wantedPath(search: string): string {
  const wanted = new URLSearchParams(search).get(parameter) ?? '';
  return isInside(wanted) ? wanted : '/';
}

/** Carries the wanted path on, e.g. from login to register: `/register?redirect=…`. */
export function withWantedPath(path: string, search: string): string {
  const wanted = wantedPath(search);
  return wanted === '/' ? path : `${path}?${parameter}=${encodeURIComponent(wanted)}`;
}
