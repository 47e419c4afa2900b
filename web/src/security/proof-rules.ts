// What proves that it is the owner who wants an act: which fields are asked for, what they lack, and what a refusal is about and
// leaves in them. Pure.
import { isTurnedAway, proofsOf, type FailureCode, type Proof, type ProvenAct } from '@candor/wire';
import { isOfFactor } from '../data/ask-factor.ts';
import type { Faults } from '../data/draft-rules.ts';
import { isOfLoginPassword, isOfTradePassword, tradePasswordFault } from '../data/passcode-rules.ts';

export interface ProofFields {
  /** Of the login, or the trade password where that is asked for. */
  password: string;
  /** Of the second factor where the act asks for one, else of the message. */
  code: string;
  /** Of the message, where the act asks for both. */
  messageCode: string;
}

export const noProof: ProofFields = { password: '', code: '', messageCode: '' };

export interface SecondFactors {
  authenticator: boolean;
  passkeys: number;
}

export interface ProofNeeds {
  act: ProvenAct;
  password: 'login' | 'trade';
  codes: readonly Proof[];
}

export const needsOf = (act: ProvenAct, { authenticator, passkeys }: SecondFactors): ProofNeeds => ({
  act,
  password: act === 'withdrawal' ? 'trade' : 'login',
  codes: proofsOf(act, { hasSecondFactor: authenticator || passkeys > 0 }),
});

export function proofFaults({ password, code, messageCode }: ProofFields, needs: ProofNeeds): Faults<ProofFields> {
  const passwordFault =
    needs.password === 'trade'
      ? tradePasswordFault(password)
      : password === ''
        ? { name: 'security.passwordRequired' as const }
        : undefined;
  const codeFaultOf = (typed: string) => (typed.trim() === '' ? { name: 'security.codeRequired' as const } : undefined);
  return {
    password: passwordFault,
    code: needs.codes.length > 0 ? codeFaultOf(code) : undefined,
    messageCode: needs.codes.length > 1 ? codeFaultOf(messageCode) : undefined,
  };
}

const isOfMessage = (code: FailureCode): boolean => code === 'code-invalid' || code === 'code-expired';
const isOfPassword = (code: FailureCode): boolean => isOfLoginPassword(code) || isOfTradePassword(code);

/** Where both codes are asked for, what is said of that of the message stands at it. */
export function proofFieldOf(code: FailureCode, { codes }: ProofNeeds): keyof ProofFields | undefined {
  if (isOfPassword(code)) return 'password';
  if (isOfMessage(code)) return codes.length > 1 ? 'messageCode' : 'code';
  return isOfFactor(code) ? 'code' : undefined;
}

/**
 * What is emptied after a refusal. A code opens once, and is looked at only behind the right password: one that was used up by what
 * was refused for another reason would be wrong the next time. A login password stays, to be corrected.
 */
export function emptiedBy(code: FailureCode, { password }: ProofNeeds): Partial<ProofFields> {
  if (isOfPassword(code)) return password === 'trade' && code === 'trade-password-wrong' ? { password: '' } : {};
  if (isOfFactor(code)) return { code: '' };
  return isTurnedAway(code) ? {} : { code: '', messageCode: '' };
}

/** The server asks for something else than was known when the form was drawn. */
export const isOutdated = (code: FailureCode, { codes }: ProofNeeds): boolean =>
  code === 'trade-password-missing' ||
  (isOfFactor(code) && !codes.includes('second-factor')) ||
  (isOfMessage(code) && !codes.includes('message'));

export const payloadOfProof = ({ password, code }: ProofFields) => ({ user_password: password, code: code.trim() });

export const payloadOfWholeProof = (fields: ProofFields) => ({
  ...payloadOfProof(fields),
  message_code: fields.messageCode.trim(),
});
