// What the forms of an account's protection need before the server is asked, and what of it is missing. Pure.
import { mailPhraseLength, passkeyNameLength } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';
import type { SecondFactors } from './proof-rules.ts';

export function phraseFaults(phrase: string): Faults<{ phrase: string }> {
  const { length } = phrase.trim();
  const isLong = length >= mailPhraseLength.min && length <= mailPhraseLength.max;
  return isLong ? {} : { phrase: { name: 'security.phraseHint', values: mailPhraseLength } };
}

export const nameFaults = (name: string): Faults<{ name: string }> =>
  name.trim().length < passkeyNameLength.min ? { name: { name: 'security.passkeyNameRequired' } } : {};

interface Protection extends SecondFactors {
  mail_phrase: boolean;
  trade_password: boolean;
  verified: boolean;
}

/** How many of the checklist are missing; one second factor is enough. */
export const missingOf = ({ authenticator, passkeys, mail_phrase, trade_password, verified }: Protection): number =>
  [authenticator || passkeys > 0, mail_phrase, trade_password, verified].filter((isSet) => !isSet).length;
