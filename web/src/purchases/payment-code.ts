// What a banking app reads of a square code: the European Payments Council's for euros, and the Swiss QR-bill's for francs. Pure.
import type { Payee } from '@candor/wire';
import { isIban } from '@candor/wire';

interface Payment {
  currency: string;
  /** Decimal text. */
  money: string;
  reference: string;
  payee: Payee;
}

/** Undefined where no standard has a code. */
export function paymentCode(payment: Payment): string | undefined {
  const { currency, payee } = payment;
  if (!isIban(payee.account_number)) return undefined;
  if (currency === 'EUR') return epcCode(payment);
  const isSwiss = /^(?:CH|LI)/.test(payee.account_number) && payee.postcode !== '' && payee.town !== '';
  return currency === 'CHF' && isSwiss ? swissCode(payment) : undefined;
}

/** EPC069-12, version 002: a SEPA transfer with a creditor reference. */
const epcCode = ({ money, reference, payee }: Payment): string =>
  ['BCD', '002', '1', 'SCT', payee.swift, payee.holder, payee.account_number, `EUR${cents(money)}`, '', reference].join('\n'); // oxfmt-ignore

/** Swiss Payment Standards, version 2.x: structured address, and a creditor reference (SCOR). */
const swissCode = ({ money, reference, payee }: Payment): string => {
  const none = Array<string>(7).fill('');
  const creditor = ['S', payee.holder, '', '', payee.postcode, payee.town, payee.country];
  const head = ['SPC', '0200', '1', payee.account_number];
  const amount = [cents(money), 'CHF'];
  return [head, creditor, none, amount, none, ['SCOR', reference, '', 'EPD']].flat().join('\r\n');
};

/** Two decimals, as both standards have it. */
function cents(money: string): string {
  const [whole, fraction = ''] = money.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
