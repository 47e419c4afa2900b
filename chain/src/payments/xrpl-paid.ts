// What a transaction of the XRP Ledger paid, as a node reports it: for an audit, which believes neither the books nor their bytes.
import { drops, fields, good, number, text, type AskLedger, type Fields } from './xrpl-answers.ts';

export interface XrplPaid {
  account: string;
  /** `r…`, or `r…-tag`. */
  to: string;
  /** What was delivered, in drops; undefined if nothing was. */
  delivered: bigint | undefined;
}

/** Returns undefined unless the node has the transaction in a validated ledger. Throws for anything but a payment of XRP. */
export async function askXrplPaid(ask: AskLedger, txid: string): Promise<XrplPaid | undefined> {
  const answer = fields(await ask('tx', { transaction: txid.toUpperCase(), binary: false }));
  if (answer['error'] === 'txnNotFound') return undefined;
  const found = good('tx', answer);
  if (found['validated'] !== true) return undefined;
  if (text(found['hash'], /^[0-9a-fA-F]{64}$/).toLowerCase() !== txid)
    throw new Error('the answer is about another transaction');
  text(found['TransactionType'], /^Payment$/);
  const meta = fields(found['meta']);
  const isGood = text(meta['TransactionResult'], /^(tesSUCCESS|tec[A-Z_]{1,60})$/) === 'tesSUCCESS';
  const delivered = isGood ? drops(meta['delivered_amount']) : undefined;
  return { account: text(found['Account'], address), to: payeeOf(found), delivered };
}

const address = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;

function payeeOf(found: Fields): string {
  const to = text(found['Destination'], address);
  const tag = found['DestinationTag'];
  return tag === undefined ? to : `${to}-${number(tag)}`;
}
