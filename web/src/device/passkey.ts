// Passkeys of this browser. What it is given and what it answers are JSON as text; its library comes when first used.
import type * as Library from '@simplewebauthn/browser';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** Browsers keep them for names alone, never for addresses of digits; `localhost` is a name. */
export const isNamed = (hostname: string): boolean => !/^[\d.]+$|^\[/.test(hostname);

export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';
export const canUsePasskeys = (): boolean => knowsPasskeys() && isNamed(location.hostname);

/** Undefined where the person turned away, or the device said no: it has told them why. */
export const makePasskey = (options: string): Promise<string | undefined> =>
  answered(async ({ startRegistration }) => startRegistration({ optionsJSON: JSON.parse(options) }));

/** Throws if the server's challenge is as short as a digest: the server could obtain a signed approval by asking for a sign-in. */
export const signWithPasskey = (options: string): Promise<string | undefined> => {
  const { challenge } = JSON.parse(options) as { challenge: string };
  if (challenge.length <= digestLength) throw new Error('a server asks for a signature of what it does not show');
  return sign(JSON.parse(options));
};

/** What the page itself has a person sign: a challenge that it made of what it shows. */
export const signShown = (challenge: string): Promise<string | undefined> =>
  sign({ challenge, rpId: location.hostname, userVerification: 'required' });

/** Length of a SHA-256 digest in base64url. */
const digestLength = 43;

const sign = (optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<string | undefined> =>
  answered(async ({ startAuthentication }) => startAuthentication({ optionsJSON }));

async function answered(ask: (library: typeof Library) => Promise<unknown>): Promise<string | undefined> {
  const library = await import('@simplewebauthn/browser');
  try {
    return JSON.stringify(await ask(library));
  } catch (error) {
    if (error instanceof Error && refusedByPerson.has(error.name)) return undefined;
    throw error;
  }
}

const refusedByPerson: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError']);
