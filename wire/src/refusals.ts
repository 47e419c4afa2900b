// The catalogue of refusals: everything that a customer can be told no for, once, in the `<product>-refusals.ts` that gives it.
// Screens map codes to words.
import { accountsRefusals } from './accounts-refusals.ts';
import { alertsRefusals } from './alerts-refusals.ts';
import { purchasesRefusals } from './purchases-refusals.ts';
import { contractsRefusals } from './contracts-refusals.ts';
import { currenciesRefusals } from './currencies-refusals.ts';
import { dataRefusals } from './data-refusals.ts';
import { demoRefusals } from './demo-refusals.ts';
import { depositsRefusals } from './deposits-refusals.ts';
import { experienceRefusals } from './experience-refusals.ts';
import { generalRefusals } from './general-refusals.ts';
import { identityRefusals } from './identity-refusals.ts';
import { legalRefusals } from './legal-refusals.ts';
import { lendingRefusals } from './lending-refusals.ts';
import { limitsRefusals } from './limits-refusals.ts';
import type { OperatorRefusalCode } from './operator-refusals.ts';
import { optionsRefusals } from './options-refusals.ts';
import { orderRefusals } from './order-refusals.ts';
import { picturesRefusals } from './pictures-refusals.ts';
import type { RefusalKind } from './refusal-kind.ts';
import { shopRefusals } from './shop-refusals.ts';
import { stakingRefusals } from './staking-refusals.ts';
import { supportRefusals } from './support-refusals.ts';
import { swapRefusals } from './swap-refusals.ts';
import { withdrawalsRefusals } from './withdrawals-refusals.ts';

export const refusals = {
  ...generalRefusals,
  ...accountsRefusals,
  ...orderRefusals,
  ...optionsRefusals,
  ...contractsRefusals,
  ...limitsRefusals,
  ...identityRefusals,
  ...picturesRefusals,
  ...dataRefusals,
  ...shopRefusals,
  ...stakingRefusals,
  ...lendingRefusals,
  ...supportRefusals,
  ...legalRefusals,
  ...swapRefusals,
  ...currenciesRefusals,
  ...purchasesRefusals,
  ...depositsRefusals,
  ...withdrawalsRefusals,
  ...alertsRefusals,
  ...demoRefusals,
  ...experienceRefusals,
};

export type CustomerRefusalCode = keyof typeof refusals;
/** Whoever is told it: a customer, or an operator by the catalogue beside this one. */
export type RefusalCode = CustomerRefusalCode | OperatorRefusalCode;
/** Numbers and names that go with a refusal, as text. */
export type Facts = Record<string, string>;

export const refusalCodes = Object.keys(refusals) as CustomerRefusalCode[];
// What is common, can be tried again or leaves a doubt is in this catalogue.
const kinds: Partial<Record<RefusalCode, RefusalKind>> = refusals;
export const isCommon = (code: RefusalCode): boolean => kinds[code]?.isCommon === true;
export const isRetryable = (code: RefusalCode): boolean => kinds[code]?.isRetryable === true;
export const isUndecided = (code: RefusalCode): boolean => kinds[code]?.isUndecided === true;
export const isRefusalCode = (code: string): code is CustomerRefusalCode => Object.hasOwn(refusals, code);

/** ACTION_RETURN_CODE of a refused action: the HTTP status in six digits; 000200 where the spec answers in numbers. */
export const actionReturnCode = (http: number): string => String(http).padStart(6, '0');
export const actionSucceeded = '000000';
