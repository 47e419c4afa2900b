// Passkeys as WebAuthn has them: what a browser is given, and whether what it answers is right. The library comes when first used.
import type { Uuid } from '@candor/wire';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { log } from '../log.ts';
import { reasonOf } from '../reason-of.ts';
import type { Challenges } from './challenges.ts';
import { isSignedBy } from './signed-challenge.ts';

export interface Passkeys {
  /** Options for a new one of this owner, as JSON. */
  beginNew(owner: { ownerId: Uuid; name: string }, asked: Asked): Promise<string>;
  /** What is to be kept of it; undefined where the answer is not right. */
  confirmNew(answer: string, asked: Asked): Promise<NewPasskey | undefined>;
  /** Options for a signature by one of the owner's, or by any that the person has, as JSON. */
  beginSignature(ownerId: Uuid | undefined, asked: Asked): Promise<string>;
  /** Whose passkey has signed; undefined where the answer is not right. Its challenge is used up. */
  signerOf(answer: string, asked: Asked): Promise<KeptPasskey | undefined>;
  /**
   * Whose passkey has signed a challenge that stands for one thing alone; undefined where the answer is not right. It may come again and
   * does nothing new then, so no use is counted.
   */
  signerOfChallenge(answer: string, asked: { challenge: string; origin: string }): Promise<KeptPasskey | undefined>;
}

/** What is kept of a passkey, of a customer or an operator. */
export interface KeptPasskey {
  passkeyId: Uuid;
  ownerId: Uuid;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
}

/** Where they are kept. */
export interface PasskeyKeeping {
  ofOwner(ownerId: Uuid): Promise<readonly KeptPasskey[]>;
  find(credentialId: string): Promise<KeptPasskey | undefined>;
  /** False where it has signed more often before: it was copied, or it is gone. */
  countUse(passkeyId: Uuid, counter: number): Promise<boolean>;
}

/** Where the request came to, and what is asked for: a challenge is good for nothing else. */
export interface Asked {
  origin: string;
  purpose: string;
}
type Place = Pick<Asked, 'origin'>;

export type NewPasskey = Pick<KeptPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

interface PasskeysOptions {
  kept: PasskeyKeeping;
  challenges: Challenges;
  /** As a device shows where a passkey is for. */
  place: string;
  publicOrigin: string | undefined;
}

/** Ed25519, ECDSA with P-256 and RSA: what all authenticators of today know one of. */
const algorithms = [-8, -7, -257];

export function createPasskeys({ kept, challenges, place, publicOrigin }: PasskeysOptions): Passkeys {
  const originOf = ({ origin }: Place): string => publicOrigin ?? origin;
  const expectedOf = (asked: Place, challenge: string): Expected => ({
    expectedChallenge: challenge,
    expectedOrigin: originOf(asked),
    expectedRPID: new URL(originOf(asked)).hostname,
    requireUserVerification: true,
  });

  return {
    async beginNew({ ownerId, name }, asked) {
      const known = await kept.ofOwner(ownerId);
      const owner = { ownerId, name, known: known.map(({ credentialId: id }) => ({ id })) };
      return registrationOptions(owner, { place, origin: originOf(asked), challenge: challenges.make(asked.purpose) });
    },

    async confirmNew(answer, asked) {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const read = readAnswer(answer);
      if (!read || !(await challenges.spend(read.challenge, asked.purpose))) return undefined;
      const expected = { ...expectedOf(asked, read.challenge), supportedAlgorithmIDs: algorithms };
      const verdict = await ifValid(() => verifyRegistrationResponse({ response: read.response, ...expected }));
      if (!verdict?.verified) return undefined;
      const { id, publicKey, counter, transports = [] } = verdict.registrationInfo.credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: knownOf(transports) };
    },

    async beginSignature(ownerId, asked) {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const own = ownerId === undefined ? [] : await kept.ofOwner(ownerId);
      const options = await generateAuthenticationOptions({
        rpID: new URL(originOf(asked)).hostname,
        challenge: challenges.make(asked.purpose),
        allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports: transports as never })), // oxfmt-ignore
        userVerification: 'required',
      });
      return JSON.stringify(options);
    },

    async signerOf(answer, asked) {
      const read = readAnswer(answer);
      if (!read || !(await challenges.spend(read.challenge, asked.purpose))) return undefined;
      const stored = await kept.find(read.response.id);
      const counter = stored && (await counterAfter(stored, read.response, expectedOf(asked, read.challenge)));
      if (!stored || counter === undefined) return undefined;
      return (await kept.countUse(stored.passkeyId, counter)) ? stored : undefined;
    },

    async signerOfChallenge(answer, { challenge, origin }) {
      const id = credentialOf(answer);
      const stored = id === undefined ? undefined : await kept.find(id);
      const place = { origin: originOf({ origin }), rpId: new URL(originOf({ origin })).hostname };
      return stored && (await isSignedBy(answer, stored, { challenge, place })) ? stored : undefined;
    },
  };
}

/** What a browser makes a new passkey with, as JSON. */
async function registrationOptions(
  { ownerId, name, known }: { ownerId: Uuid; name: string; known: { id: string }[] },
  { place, origin, challenge }: { place: string; origin: string; challenge: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: place,
    rpID: new URL(origin).hostname,
    userName: name,
    userID: Uint8Array.from(Buffer.from(ownerId.replaceAll('-', ''), 'hex')),
    challenge,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return JSON.stringify(options);
}

interface Expected {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: boolean;
}

/** Undefined where the signature is not this passkey's, or not of what is expected. */
async function counterAfter(
  { credentialId: id, publicKey, counter }: KeptPasskey,
  response: AuthenticationResponseJSON,
  expected: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const credential = { id, publicKey: Uint8Array.from(publicKey), counter };
  const verdict = await ifValid(() => verifyAuthenticationResponse({ response, ...expected, credential }));
  return verdict?.verified === true ? verdict.authenticationInfo.newCounter : undefined;
}

/** Of either kind, as it says: the library judges it by what it needs. */
type Answer = RegistrationResponseJSON & AuthenticationResponseJSON;

/** The credential that it says to be of; undefined for what is no answer at all. */
export const credentialOf = (answer: string): string | undefined => readAnswer(answer)?.response.id;

/**
 * With the challenge that it says to answer; undefined for what is no answer at all, or was asked for by a page within a page of somebody
 * else, which we never are. The rest is the library's to judge.
 */
function readAnswer(answer: string): { response: Answer; challenge: string } | undefined {
  try {
    const response = JSON.parse(answer) as Answer;
    const clientData = Buffer.from(response.response.clientDataJSON, 'base64url').toString();
    const { challenge, crossOrigin } = JSON.parse(clientData) as { challenge: unknown; crossOrigin: unknown };
    const isAnswer = typeof challenge === 'string' && typeof response.id === 'string' && crossOrigin !== true;
    return isAnswer ? { response, challenge } : undefined;
  } catch {
    return undefined;
  }
}

/** The library throws at what is not right. */
async function ifValid<Verdict>(verify: () => Promise<Verdict>): Promise<Verdict | undefined> {
  try {
    return await verify();
  } catch (error) {
    log.info('passkey refused', { reason: reasonOf(error) });
    return undefined;
  }
}

/** How it is reached is the browser's word alone: only what the standard names is kept. */
const knownOf = (transports: readonly string[]): string[] =>
  transports.filter((each) => ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'].includes(each));
