// Verifies, also long afterwards, that a passkey signed a challenge. Needs only the public key and ignores the passkey's signature counter.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';

interface Expected {
  challenge: string;
  /** Site of the page; default: the origin in the signed data, as an authenticator only signs for the site of its passkey. */
  place?: { rpId: string; origin: string } | undefined;
}

/** Verifies a signature. Requires user verification on the device, and that the page was not embedded in another site. */
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
