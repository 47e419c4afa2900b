// What operators alone can be told no for. It stands apart from the catalogue of customers, whose app neither loads nor translates it.
// Common refusals, and those that can be tried again, are in that one.

export const operatorRefusals = {
  'role-missing': { http: 403, text: 'Your roles do not cover this; facts name those that do.' },
  'step-up-required': { http: 403, text: 'Show your second factor again: it was shown more than five minutes ago.' },
  'network-refused': { http: 403, text: 'Operators do not come from this network.' },
  'sign-in-failed': { http: 401, text: 'Name, password or code is not right.' },
  'second-factor-failed': { http: 401, text: 'The code is not right, or was used already. Wait for the next one.' },
  'invitation-over': { http: 400, text: 'This link was used, or is older than an hour. Ask for a new one.' },
  'operator-exists': { http: 409, text: 'There is an operator of this name who signs in already.' },
  'operator-unknown': { http: 404, text: 'There is no operator of this name who has accepted an invitation.' },

  'no-passkey': { http: 409, text: 'You have no passkey here: show a code of the authenticator, or a recovery code.' },
  'passkey-needed': {
    http: 409,
    text: 'This is proposed and approved by what your passkey signs. If you have none, add one under My access.',
  },
  'signature-wrong': {
    http: 409,
    text: 'This is not what one of your passkeys signed for exactly this. Load it anew, and sign again.',
  },
  'proposed-already': { http: 409, text: 'This was proposed already. You find it among the acts.' },
  'proposed-unsigned': {
    http: 409,
    text: 'It was proposed without a signature. Refuse it, and let it be proposed anew.',
  },
  'nothing-of-own': { http: 409, text: 'Somebody of the demo has no password, authenticator or passkey to change.' },
  'fingerprint-changed': {
    http: 409,
    text: 'The operator has another authenticator since it was proposed. Compare the new fingerprint and propose it anew.',
  },
  'own-renewal': { http: 409, text: 'Nobody renews the own proofs: two other administrators do.' },
  'renewal-missing': {
    http: 404,
    text: 'Two administrators have approved no renewal of this operator within the last hour, or it was used.',
  },

  'own-proposal': { http: 409, text: 'You proposed it: another person decides.' },
  'others-proposal': { http: 409, text: 'Only who proposed it can take it back.' },
  'proposal-changed': { http: 409, text: 'It has changed meanwhile; facts name its state. Reload it.' },
  'proposal-expired': { http: 409, text: 'It is too old to be approved. Propose it anew.' },
  'claimed-by-other': { http: 409, text: 'Another operator looks at it; facts say who and until when.' },
  'claimed-lately': {
    http: 409,
    text: 'You have claimed it already, and may claim it again an hour after that ends; facts say when.',
  },
  'claim-first': { http: 409, text: 'Claim it first: only who has claimed it sees its pictures and decides.' },
  'looks-used-up': {
    http: 429,
    text: 'You have looked at as much of customers as one person may. Facts say when it goes on, and which roles raise the bound together: two persons change the setting operator-looks.',
  },
  'case-decided': { http: 409, text: 'The case is decided already; facts name how.' },
  'halted-already': { http: 409, text: 'The coin is halted already.' },
  'not-halted': { http: 409, text: 'The coin is not halted.' },
  'nothing-to-correct': {
    http: 409,
    text: 'The candle is what its ticks make, or the minute is not over or not covered by ticks.',
  },
  'setting-unknown': { http: 404, text: 'There is no setting of this name.' },
  'setting-malformed': { http: 400, text: 'A value is not of its form or beyond its bounds; facts name the field.' },
  'setting-changed': { http: 409, text: 'There is a newer version already. Start from that one.' },
  'nothing-to-change': { http: 409, text: 'This is what the newest version says already.' },
  'house-short': { http: 409, text: 'The bankroll has less to spare; facts name how much.' },
  'rate-from-source': {
    http: 409,
    text: 'The configured source gives a fresh rate of this currency: nobody sets one beside it.',
  },
  'rates-no-source': { http: 409, text: 'No source of rates is configured on this server: two operators set them.' },
  'rate-changed': { http: 409, text: 'Another rate came since it was proposed; facts name it. Propose it anew.' },
  'rate-too-far': { http: 409, text: 'More than half away from the last rate; facts name that one. Look for a slip.' },
  'purchase-too-little': {
    http: 409,
    text: 'What came is too little for the last digit of the coin: reject it, and send the money back.',
  },
  'booking-day-missing': {
    http: 400,
    text: 'Name the day on which the bank booked the money, like 2026-01-31: the quote holds until a day.',
  },
  'transfer-maybe-double': {
    http: 409,
    text: 'This line is like a line of another file. Compare both, and first say whether it is another payment.',
  },
  'transfer-reversed': {
    http: 409,
    text: 'The bank took this payment back, so it proves nothing. Wait for another payment, or reject the order.',
  },
  'transfer-not-asked': {
    http: 409,
    text: 'Nobody asks whether this line is another payment, or somebody has said so already. Read it again.',
  },
  'transfer-not-taken-back': {
    http: 409,
    text: 'The money of this line was not taken back after it bought coins, or the matter is closed already. Read it again.',
  },
  'decided-by-you': {
    http: 409,
    text: 'You decided this order, so another operator says what became of its money.',
  },
  'transfer-used': { http: 409, text: 'This line of a statement was used already, or is of another currency.' },
  'second-person-needed': {
    http: 409,
    text: 'This takes two persons: propose it, and another approves.',
  },
  'second-person-not-needed': {
    http: 409,
    text: 'This document certifies nobody else: approve it in the ordinary way.',
  },
  'look-first': { http: 409, text: 'Look at the pictures first: nobody approves a document unseen.' },
  'statement-unreadable': {
    http: 400,
    text: 'This is no statement in a form that is read (CAMT.052, 053 and 054, MT940, CSV with a heading); facts name what is wrong.',
  },
  'good-exists': { http: 409, text: 'There is a good of this name already.' },
  'period-open': { http: 409, text: 'A period of this good is open already.' },
  'period-pays-buyers': {
    http: 409,
    text: 'With the fewest tickets that are drawn, this period would pay its buyers more than they paid. Facts name the result, and as tickets_min the smallest number of tickets needed that would do, or none. Who wants the loss says so with pays_buyers.',
  },
  'period-malformed': { http: 400, text: 'The terms of the period contradict each other; facts name the field.' },
  'profile-unknown': { http: 404, text: 'There is no such profile, or there is a newer version of it meanwhile.' },
  'profile-chosen': { http: 409, text: 'The profile is chosen already.' },
  'account-unknown': { http: 404, text: 'There is no such account.' },
  'contact-malformed': {
    http: 400,
    text: 'This is neither an e-mail address nor a phone number with its country code.',
  },
  'contacts-full': { http: 409, text: 'You have declared as many addresses and numbers as one person may.' },
  'own-account': {
    http: 409,
    text: 'This account is yours, or may be: facts name what ties it to you. Another operator decides.',
  },
  'credited-lately': {
    http: 409,
    text: 'You have credited this account lately: until the time in the facts another operator decides on its withdrawals.',
  },
  'day-sum-reached': {
    http: 409,
    text: 'With this you would decide alone on more within 24 hours than one person may; facts name the limit and what you have decided, in USDT. Propose it, and another approves.',
  },
  'worth-unknown': {
    http: 409,
    text: 'There is no price of this coin, so nobody decides on it alone. Propose it, and another approves.',
  },
  'search-needed': {
    http: 400,
    text: 'Your roles see the customer they look for, and no list of all. Search by number, e-mail, phone or the id of an order.',
  },
  'frozen-already': { http: 409, text: 'The account is frozen already.' },
  'loan-decided': { http: 409, text: 'The application is decided already; facts name how.' },
  'loan-needs-two': {
    http: 409,
    text: 'The amount is above what one operator approves: propose it, and another approves.',
  },
  'withdrawal-needs-two': {
    http: 409,
    text: 'The amount is above what one operator approves: propose it, and another approves.',
  },
  'refill-open': { http: 409, text: 'Somebody has asked for this coin already. End that request first.' },
  'refill-ended': { http: 409, text: 'This request has ended already; facts name how.' },
  'not-frozen': { http: 409, text: 'The account is not frozen.' },
  'experience-offered': { http: 409, text: 'The customer was offered an experience account already.' },
  'bucket-real-only': { http: 400, text: 'This account of the house has real money alone.' },
} as const satisfies Record<string, { http: 400 | 401 | 403 | 404 | 409 | 429; text: string }>;

export type OperatorRefusalCode = keyof typeof operatorRefusals;
export const operatorRefusalCodes = Object.keys(operatorRefusals) as OperatorRefusalCode[];
