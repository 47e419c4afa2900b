// What an operator's passkey signs by approving: a text of what the console shows, whose SHA-256 is the challenge. The console, the server
// and the signer each make it from what they know, so that nobody is given a challenge that stands for something else.

/** A payment as the console shows it. */
export interface ShownPayment {
  withdraw_id: string;
  network: string;
  coin_code: string;
  address: string;
  /** What arrives there. */
  net: string;
}

/** `person`: the name of the operator who approves it. */
export const paymentText = ({ withdraw_id, network, coin_code, address, net }: ShownPayment, person: string): string =>
  `candor payment\n${JSON.stringify([withdraw_id, network, coin_code, address, net, person])}\n`;

/** In base64url, as WebAuthn has challenges. */
export async function challengeOf(signedText: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signedText));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
