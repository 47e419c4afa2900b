import type { RefusalKind } from './refusal-kind.ts';

export const withdrawalsRefusals = {
  'experience-no-withdrawal': { http: 403, text: 'Experience asset can’t withdraw' },
  'withdrawal-unfinished': { http: 200, text: 'There are still unfinished withdrawal applications' },
  'withdrawal-too-small': { http: 200, text: 'The amount is below the least that is sent; facts name min.' },
  'withdrawal-held': {
    http: 200,
    text: 'Nothing leaves the account, or goes to this address, before the hold is over; facts name until.',
  },
  'withdrawal-debt': {
    http: 200,
    text: 'Only what exceeds your debt may leave; facts name the debt, owed, in USDT, and what may leave, available.',
  },
  'withdrawal-fee-risen': { http: 200, text: 'The fee is higher than what you were shown; facts name it.' },
  'withdrawal-not-open': { http: 409, text: 'The withdrawal is decided already; facts name how.' },
  'payee-malformed': { http: 400, text: 'This is no address to pay to on this network; facts say why.' },
  'address-exists': { http: 200, text: 'This address stands in your address book already.' },
  'address-ours': {
    http: 400,
    text: 'This address is one of this platform, or the contract of a coin: nothing is sent there.',
  },
  'address-book-full': { http: 200, text: 'The address book is full; facts name how many fit.' },
  'payee-needs-tag': {
    http: 400,
    text: 'The address accepts payments with a destination tag alone: add the tag of its owner. Facts name the coin.',
  },
  'payee-refuses': {
    http: 400,
    text: 'The owner of the address does not accept such payments: use another address. Facts name the coin.',
  },
  'payee-unopened': {
    http: 200,
    text: 'The address does not exist on its network yet: the first payment has to bring more. Facts name the coin and min, which must arrive.',
  },
  'trade-password-missing': { http: 200, text: 'Set a trade password first.' },
  'trade-password-wrong': { http: 200, text: 'The trade password is wrong.' },
} as const satisfies Record<string, RefusalKind>;
