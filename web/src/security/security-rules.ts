// What a proof of the owner needs before the server is asked, and what is missing of an account's protection. Pure.
import type { FailureCode } from '@candor/wire';
import { mailPhraseLength, passkeyNameLength, proofsOf, type ProvenAct } from '@candor/wire';
import { isOfFactor } from '../data/ask-factor.ts';
import type { Faults } from '../data/draft-rules.ts';

export interface ProofFields {
  password: string;
  code: string;
}

export const noProof: ProofFields = { password: '', code: '' };

export const proofFaults = ({ password, code }: ProofFields): Faults<ProofFields> => ({
  ...(password === '' ? { password: { name: 'security.passwordRequired' } } : {}),
  ...(code.trim() === '' ? { code: { name: 'security.codeRequired' } } : {}),
});

/** For acts that ask for the second factor and for the message too. */
export interface WholeProof extends ProofFields {
  messageCode: string;
}

export const noWholeProof: WholeProof = { ...noProof, messageCode: '' };

const asksForBoth = (act: ProvenAct, { authenticator, passkeys }: SecondFactors): boolean =>
  proofsOf(act, { hasSecondFactor: authenticator || passkeys > 0 }).length > 1;

export const wholeProofFaults = (act: ProvenAct, fields: WholeProof, factors: SecondFactors): Faults<WholeProof> => ({
  ...proofFaults(fields),
  ...(asksForBoth(act, factors) && fields.messageCode.trim() === ''
    ? { messageCode: { name: 'security.codeRequired' } }
    : {}),
});

export const payloadOfWholeProof = ({ messageCode, ...proof }: WholeProof) => ({
  ...payloadOfProof(proof),
  message_code: messageCode.trim(),
});

/** Where both are asked for, what is said of a code of a message stands at that one. */
export function wholeProofFieldOf(
  act: ProvenAct,
  code: FailureCode,
  factors: SecondFactors,
): keyof WholeProof | undefined {
  const isOfMessage = code === 'code-invalid' || code === 'code-expired';
  return isOfMessage && asksForBoth(act, factors) ? 'messageCode' : proofFieldOf(code);
}

export const payloadOfProof = ({ password, code }: ProofFields) => ({ user_password: password, code: code.trim() });

export function proofFieldOf(code: FailureCode): keyof ProofFields | undefined {
  if (code === 'password-wrong' || code === 'login-throttled') return 'password';
  return isOfFactor(code) || code === 'code-invalid' || code === 'code-expired' ? 'code' : undefined;
}

export function phraseFaults({
  phrase,
  ...proof
}: ProofFields & { phrase: string }): Faults<ProofFields & { phrase: string }> {
  const { length } = phrase.trim();
  const isLong = length >= mailPhraseLength.min && length <= mailPhraseLength.max;
  return {
    ...proofFaults(proof),
    ...(isLong ? {} : { phrase: { name: 'security.phraseHint', values: mailPhraseLength } }),
  };
}

export const nameFaults = (name: string): Faults<{ name: string }> =>
  name.trim().length < passkeyNameLength.min ? { name: { name: 'security.passkeyNameRequired' } } : {};

export interface SecondFactors {
  authenticator: boolean;
  passkeys: number;
}

interface Protection extends SecondFactors {
  mail_phrase: boolean;
  trade_password: boolean;
  verified: boolean;
}

/** How many of the checklist are missing; one second factor is enough. */
export const missingOf = ({ authenticator, passkeys, mail_phrase, trade_password, verified }: Protection): number =>
  [authenticator || passkeys > 0, mail_phrase, trade_password, verified].filter((isSet) => !isSet).length;
