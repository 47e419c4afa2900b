// Both catalogues of refusals as one, for servers and documentation.
import { operatorRefusalCodes, operatorRefusals } from './operator-refusals.ts';
import type { OperatorRefusalCode } from './operator-refusals.ts';
import { refusalCodes, refusals } from './refusals.ts';
import type { RefusalCode } from './refusals.ts';

const isOperatorRefusal = (code: string): code is OperatorRefusalCode => Object.hasOwn(operatorRefusals, code);

/** Its HTTP status where the call gives it no number, and its words. */
export const describeRefusal = (code: RefusalCode): { http: number; text: string } =>
  isOperatorRefusal(code) ? operatorRefusals[code] : refusals[code];

export const allRefusalCodes: readonly RefusalCode[] = [...refusalCodes, ...operatorRefusalCodes];

export const isAnyRefusalCode = (code: string): code is RefusalCode =>
  Object.hasOwn(refusals, code) || isOperatorRefusal(code);
