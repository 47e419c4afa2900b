export * from './canonical-json.ts';
export * from './checks.ts';
export { termsOfVersion1 } from './check-terms.ts';
export * from './decide-option.ts';
export * from './option-formula.ts';
export { publicKeyOf, signReceipt } from './sign-receipt.ts';
export * from './strict-json.ts';
export * from './tick-chain.ts';
export * from './verify-option.ts';
