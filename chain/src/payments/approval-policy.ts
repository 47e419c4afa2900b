// Whose approvals a signer believes, as its owner has set it.

/** Either kind stands in the policy beside its limits. */
export type ApprovalPolicy = ServersKey | PinnedApprovers;

/** For development chains alone: whoever has the server's key approves in everybody's name. */
interface ServersKey {
  /** The public key, in hex. */
  approvalKey: string;
}

/** Persons whose passkeys are known here. What they sign is bound to the console's own address. */
export interface PinnedApprovers {
  /** The host of the console, to which its passkeys belong, and its whole address. */
  rpId: string;
  origin: string;
  approvers: readonly Approver[];
}
interface Approver {
  /** The operator's name. */
  person: string;
  passkeys: readonly PinnedPasskey[];
}
interface PinnedPasskey {
  credentialId: string;
  /** As COSE has it, in base64url. */
  publicKey: string;
}

/**
 * `isDevelopment` is true if nothing has a value on any chain of the policy. Throws, with a message for whoever owns the signer.
 */
export function readApprovalPolicy(
  policy: Record<string, unknown>,
  { isDevelopment }: { isDevelopment: boolean },
): ApprovalPolicy {
  const { approvalKey, approvers } = policy;
  if (approvers === undefined) {
    if (!isDevelopment) throw new Error(needsApprovers);
    return { approvalKey: matching(approvalKey, 'approvalKey', /^[0-9a-f]{64}$/) };
  }
  if (approvalKey !== undefined) throw new Error('policy.json: remove approvalKey, as approvers are named');
  return readPinnedApprovers(policy);
}

/** Persons and their passkeys, as listed in a file of the owner. */
export function readPinnedApprovers({ approvers, rpId, origin }: Record<string, unknown>): PinnedApprovers {
  if (!Array.isArray(approvers) || approvers.length === 0)
    throw new Error('policy.json: approvers is a list of persons');
  const read = approvers.map(readApprover);
  requireDifferent(read);
  const address = matching(origin, 'origin', /^https?:\/\/[^/]+$/);
  const host = matching(rpId, 'rpId', /^[a-z0-9.-]+$/);
  const { hostname } = new URL(address);
  if (hostname !== host && !hostname.endsWith(`.${host}`)) throw new Error('policy.json: rpId is the host of origin');
  return { rpId: host, origin: address, approvers: read };
}

const needsApprovers =
  'policy.json names no approvers, so that whoever has the server’s key could approve payments alone. ' +
  'Print the passkeys of your operators by `npm run operator -- approvers`, compare the fingerprints with each of them, ' +
  'and write rpId, origin and approvers into policy.json instead of approvalKey; an approvalKey is for development chains alone.';

function readApprover(value: unknown): Approver {
  const { person, passkeys } = record(value, 'approvers');
  if (!Array.isArray(passkeys)) throw new Error('policy.json: each of approvers has a list of passkeys');
  return {
    person: matching(person, 'person', /^[a-z][a-z0-9.-]{1,62}$/),
    passkeys: passkeys.map((passkey) => {
      const { credentialId, publicKey } = record(passkey, 'passkeys');
      const base64url = /^[\w-]{1,2000}$/;
      return {
        credentialId: matching(credentialId, 'credentialId', base64url),
        publicKey: matching(publicKey, 'publicKey', base64url),
      };
    }),
  };
}

/** A passkey of two persons would be two approvals of one. */
function requireDifferent(approvers: readonly Approver[]): void {
  const passkeys = approvers.flatMap((approver) => approver.passkeys);
  const all = {
    person: approvers.map(({ person }) => person),
    credentialId: passkeys.map(({ credentialId }) => credentialId),
    publicKey: passkeys.map(({ publicKey }) => publicKey),
  };
  for (const [name, values] of Object.entries(all)) {
    const twice = values.find((value, place) => values.indexOf(value) < place);
    if (twice !== undefined) throw new Error(`policy.json: ${name} ${twice} stands there twice`);
  }
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`policy.json: ${name} is a list of objects`);
}
function matching(value: unknown, name: string, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`policy.json: ${name} is a text of the form ${form.source}`);
}
