// Fetches the document of a draw and recomputes it; apart, since the curve of the beacon is heavy.
import { isIncluded } from '@candor/proof';
import { ticketLeaf, verifyDraw, type DrawCheckName } from '@candor/proof/draw';
import { getDraw, getProofKey, getTicketProof } from '@candor/wire';
import { call } from '../session/session.ts';

type Verification = ReturnType<typeof verifyDraw>;
export interface CheckedDraw extends Verification {
  /** Ids of the orders in their order. */
  list: readonly string[];
  text: string;
}
export type { DrawCheckName };

/** Undefined when the server does not answer. */
export async function checkDraw(periods_id: string): Promise<CheckedDraw | undefined> {
  const [draw, key] = await Promise.all([call(getDraw, { periods_id }), call(getProofKey, {})]);
  if (!draw.ok || !key.ok) return undefined;
  const verified = verifyDraw(draw.data, { trustedKey: key.data.public_key });
  return { ...verified, list: draw.data.list, text: JSON.stringify(draw.data, null, 1) };
}

/** Whether a proof of the server's shows that the ticket with this number is in the list with this root, and whose it is. */
export async function checkTicket(
  periods_id: string,
  number: number,
  root: string,
): Promise<{ orderId: string; isProven: boolean } | undefined> {
  const answer = await call(getTicketProof, { periods_id, number });
  if (!answer.ok) return undefined;
  const { order_id: orderId, size, hashes } = answer.data;
  const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const place = { index: number - 1, size, root: bytes(root) };
  return { orderId, isProven: isIncluded(ticketLeaf(number, orderId), place, hashes.map(bytes)) };
}
