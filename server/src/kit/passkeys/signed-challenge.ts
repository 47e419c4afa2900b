// Whether a passkey signed a challenge that stands for one thing alone, long after it did: with its public key, and no count of uses.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';

interface Expected {
  challenge: string;
  /** Where the page is; unless given, where the signature says that it was, as an authenticator signs for the place of the passkey alone. */
  place?: { rpId: string; origin: string } | undefined;
}

/** Requires that the device recognised its owner, and that the page stood in no other site's page. */
export async function isSignedBy(
  answer: string,
  { credentialId: id, publicKey }: { credentialId: string; publicKey: Buffer },
  { challenge, place }: Expected,
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const response = JSON.parse(answer) as AuthenticationResponseJSON;
    const clientData = Buffer.from(response.response.clientDataJSON, 'base64url').toString();
    const { origin, crossOrigin } = JSON.parse(clientData) as { origin: string; crossOrigin: unknown };
    if (crossOrigin === true) return false;
    const { verified } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: place?.origin ?? origin,
      expectedRPID: place?.rpId ?? new URL(origin).hostname,
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    });
    return verified;
  } catch {
    return false;
  }
}
