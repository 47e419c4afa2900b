// A passkey as a phone keeps it (WebAuthn, level 3), written here from the standard alone: ES256, no attestation.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const userIsThere = 0x01;
const userIsVerified = 0x04;
const hasKey = 0x40;

interface Made {
  id: Buffer;
  privateKey: KeyObject;
}

export class SoftwarePasskey {
  readonly #origin: string;
  #made: Made | undefined;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers the options of a new passkey. */
  make(options: string): string {
    const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } };
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    this.#made = { id: randomBytes(32), privateKey };
    const key = Buffer.concat([
      Buffer.from('a50102032620012158 20'.replace(' ', ''), 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const idLength = Buffer.from([0, this.#made.id.length]);
    const flags = userIsThere | userIsVerified | hasKey;
    const data = Buffer.concat([this.#begin(rp.id, flags), Buffer.alloc(16), idLength, this.#made.id, key]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'made-up'],
    });
  }

  /** Answers the options of a signature; `isVerified`: its owner showed a finger or a code. */
  sign(options: string, { isVerified = true, origin = this.#origin } = {}): string {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string };
    this.#counter += 1;
    const data = this.#begin(rpId, isVerified ? userIsThere | userIsVerified : userIsThere);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', signed, this.#made!.privateKey).toString('base64url');
    return this.#answer({ clientDataJSON, authenticatorData: data.toString('base64url'), signature });
  }

  /** As a copy that was taken some signatures ago. */
  turnBack(signatures: number): void {
    this.#counter -= signatures;
  }

  #begin(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string, origin = this.#origin): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }

  #answer(response: Record<string, unknown>): string {
    const id = this.#made!.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}
