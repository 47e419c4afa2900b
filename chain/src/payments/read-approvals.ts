// Whose approvals are genuine: each is verified here with what the policy has pinned, and nothing that anybody says of it is believed.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { challengeOf } from '@candor/wire';
import type { ApprovalPolicy, PinnedApprovers } from './approval-policy.ts';
import { approvalText, isApprovalOf, type Approval, type Payment } from './payment.ts';

/** Who approved exactly this payment, or what is wrong. */
export type ReadApproval = { person: string } | { fault: 'false-approval' | 'unknown-approver' };

export const readApprovals = (
  payment: Payment,
  approvals: readonly Approval[],
  policy: ApprovalPolicy,
): Promise<ReadApproval[]> =>
  Promise.all(
    approvals.map(async (approval): Promise<ReadApproval> => {
      if ('approvers' in policy) return byPasskey(payment, approval, policy);
      const { person } = approval;
      return isApprovalOf(payment, approval, policy.approvalKey) ? { person } : { fault: 'false-approval' };
    }),
  );

/** The person is the one whose passkey it is by the policy, whoever is named beside it. */
async function byPasskey(
  payment: Payment,
  { signature }: Approval,
  { rpId, origin, approvers }: PinnedApprovers,
): Promise<ReadApproval> {
  const response = readAnswer(signature);
  if (!response) return { fault: 'false-approval' };
  const passkeys = approvers.flatMap(({ person, passkeys: own }) => own.map((passkey) => ({ person, ...passkey })));
  const passkey = passkeys.find(({ credentialId }) => credentialId === response.id);
  if (!passkey) return { fault: 'unknown-approver' };
  const signed = approvalText(payment, passkey.person);
  if (signed === undefined) return { fault: 'false-approval' };
  const isGenuine = await verify(response, { ...passkey, challenge: await challengeOf(signed), rpId, origin });
  return isGenuine ? { person: passkey.person } : { fault: 'false-approval' };
}

interface Expected {
  credentialId: string;
  publicKey: string;
  challenge: string;
  rpId: string;
  origin: string;
}

/** Returns true if the passkey signed on the console's own page and its device verified the user. */
async function verify(response: AuthenticationResponseJSON, expected: Expected): Promise<boolean> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.rpId,
      requireUserVerification: true,
      // No count of signatures is kept: one that comes again is for the same payment, which is signed once.
      credential: { id: expected.credentialId, publicKey: bytesOf(expected.publicKey), counter: 0 },
    });
    return verified;
  } catch {
    return false;
  }
}

/** Undefined for what is no answer of a passkey, or one that a page within another page was given. */
function readAnswer(signature: string): AuthenticationResponseJSON | undefined {
  try {
    const answer = JSON.parse(signature) as AuthenticationResponseJSON;
    const clientData = Buffer.from(answer.response.clientDataJSON, 'base64url').toString();
    const { crossOrigin } = JSON.parse(clientData) as { crossOrigin?: unknown };
    return typeof answer.id === 'string' && crossOrigin !== true ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Throws, in words for whoever owns the signer, where a pinned key is none that an approval could be verified with. */
export async function requireReadableKeys(policy: ApprovalPolicy): Promise<void> {
  if (!('approvers' in policy)) return;
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const algorithmOf = (publicKey: string): unknown => {
    try {
      return decodeCredentialPublicKey(bytesOf(publicKey)).get(algorithmName);
    } catch {
      return undefined;
    }
  };
  for (const { person, passkeys } of policy.approvers) {
    for (const { credentialId, publicKey } of passkeys) {
      if (algorithms.has(algorithmOf(publicKey))) continue;
      throw new Error(`policy.json: the publicKey of ${credentialId} of ${person} is no key of a passkey`);
    }
  }
}

/** COSE label of the field that names the algorithm; then the numbers of EdDSA, ES256 and RS256. */
const algorithmName = 3;
const algorithms: ReadonlySet<unknown> = new Set([-8, -7, -257]);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64url, 'base64url'));
