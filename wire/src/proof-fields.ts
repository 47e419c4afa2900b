// What a call that binds an account is proven with.
import { text } from './endpoint.ts';

/** Characters of a passkey's answer. */
export const proofAnswerMax = 6_000;

/** What a passkey of an operator signed for an approval, as JSON; its challenge is `challengeOf` the text that is approved. */
export const approvalSignature = text(2, proofAnswerMax).optional();

/**
 * What a binding change is proven with, each time anew: the login password, and the code of the authenticator, a recovery code or the
 * answer of a passkey where one is on, else the code that was sent to the account's address.
 */
export const proof = { user_password: text(1, 128), code: text(1, proofAnswerMax) };
export const proofRefusals = ['password-wrong', 'login-throttled', 'second-factor-wrong', 'code-invalid', 'code-expired', 'too-many-requests', 'busy'] as const; // oxfmt-ignore
