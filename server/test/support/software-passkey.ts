// A passkey as a phone keeps it (WebAuthn, level 3), written here from the standard alone: ES256 unless told otherwise, no attestation.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const userIsThere = 0x01;
const userIsVerified = 0x04;
const hasKey = 0x40;

type PasskeyAlgorithm = 'ES256' | 'EdDSA' | 'RS256';

interface Made {
  id: Buffer;
  privateKey: KeyObject;
  /** As COSE has it. */
  publicKey: Buffer;
}

export class SoftwarePasskey {
  readonly #origin: string;
  readonly #algorithm: PasskeyAlgorithm;
  #made: Made | undefined;
  #counter = 0;

  constructor(origin: string, algorithm: PasskeyAlgorithm = 'ES256') {
    this.#origin = origin;
    this.#algorithm = algorithm;
  }

  /** What others know of it. */
  get pinned(): { credentialId: string; publicKey: string } {
    const { id, publicKey } = this.#key;
    return { credentialId: id.toString('base64url'), publicKey: publicKey.toString('base64url') };
  }

  /** Answers the options of a new passkey. */
  make(options: string): string {
    const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } };
    this.#made = newKey(this.#algorithm);
    const idLength = Buffer.from([0, this.#made.id.length]);
    const flags = userIsThere | userIsVerified | hasKey;
    const data = Buffer.concat([
      this.#begin(rp.id, flags),
      Buffer.alloc(16),
      idLength,
      this.#made.id,
      this.#made.publicKey,
    ]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      cborBytes(data),
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'made-up'],
    });
  }

  /** Answers the options of a signature; `isVerified`: its owner showed a finger or a code. */
  sign(options: string, { isVerified = true, origin = this.#origin, isFramed = false } = {}): string {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string };
    this.#counter += 1;
    const data = this.#begin(rpId, isVerified ? userIsThere | userIsVerified : userIsThere);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, { origin, isFramed });
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const digest = this.#algorithm === 'EdDSA' ? null : 'sha256';
    const signature = sign(digest, signed, this.#key.privateKey).toString('base64url');
    return this.#answer({ clientDataJSON, authenticatorData: data.toString('base64url'), signature });
  }

  /** As a copy that was taken some signatures ago. */
  turnBack(signatures: number): void {
    this.#counter -= signatures;
  }

  get #key(): Made {
    return (this.#made ??= newKey(this.#algorithm));
  }

  #begin(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin, isFramed = false } = {}): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isFramed })).toString('base64url');
  }

  #answer(response: Record<string, unknown>): string {
    const id = this.#key.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}

function newKey(algorithm: PasskeyAlgorithm): Made {
  const { privateKey, publicKey } = pairOf(algorithm);
  return { id: randomBytes(32), privateKey, publicKey: coseOf(algorithm, publicKey) };
}

function pairOf(algorithm: PasskeyAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** RFC 9053: kty and alg, then the curve and its coordinates, or modulus and exponent. */
function coseOf(algorithm: PasskeyAlgorithm, publicKey: KeyObject): Buffer {
  const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string): Buffer => cborBytes(Buffer.from(text, 'base64url'));
  const hex = (text: string): Buffer => Buffer.from(text, 'hex');
  if (algorithm === 'EdDSA') return Buffer.concat([hex('a401010327200621'), bytes(x)]);
  if (algorithm === 'RS256') return Buffer.concat([hex('a401030339010020'), bytes(n), hex('21'), bytes(e)]);
  return Buffer.concat([hex('a501020326200121'), bytes(x), hex('22'), bytes(y)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head = length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
