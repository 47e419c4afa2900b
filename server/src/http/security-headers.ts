// Headers that tell browsers what not to do with our replies.
import type { FastifyHelmetOptions } from '@fastify/helmet';

/** Nothing of the device is used but what a person types, copies and chooses, and the camera for pictures of documents. */
export const permissionsPolicy =
  'accelerometer=(), autoplay=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), ' +
  'microphone=(), midi=(), payment=(), serial=(), usb=()';

const api = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': permissionsPolicy,
};
const strictTransport = { maxAge: 31_536_000, includeSubDomains: true };
const apiOverTls = { ...api, 'strict-transport-security': `max-age=${strictTransport.maxAge}; includeSubDomains` };

/** For JSON replies: fixed, as this is the path that must be fast. */
export const apiHeaders = (isTls: boolean): Record<string, string> => (isTls ? apiOverTls : api);

/** viewer: of a library that writes HTML which it has cleaned, by a policy of its own. Scripts are files of ours there too. */
export type PagePolicy = 'app' | 'viewer';

/** `default` looks at each text that the viewer writes as HTML (docs/show-calls.js); `dompurify` is what cleans it. */
const policyNames = { app: ['candor'], viewer: ['default', 'dompurify'] };

/** For pages and their files. Nothing from elsewhere is loaded or asked, and no text becomes code. */
export const pageHeaders = (isTls: boolean, policy: PagePolicy = 'app'): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      fontSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      // 'self' includes the sockets of this host; a scheme alone would let data leave to any host.
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: policyNames[policy],
      ...(isTls ? { upgradeInsecureRequests: [] } : {}),
    },
  },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: isTls ? strictTransport : false,
});
