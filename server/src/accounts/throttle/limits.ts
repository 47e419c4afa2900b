// How much one network may ask for; the limits per person are in the rules.

import { passwordLength } from '@candor/wire';

export interface AccountLimits {
  /** Characters of a new login password. */
  passwordLengthMin: number;
  /** Passwords looked at. */
  loginsPerNetworkPerMinute: number;
  codeTriesPerNetworkPerMinute: number;
  codesPerNetworkPerDay: number;
  /**
   * Codes sent by SMS to one area code that nobody used, as long as the area's newcomers are fewer: where only such numbers are
   * called, somebody earns by it. Past it each network gets few codes for this area; nobody can close an area for the others.
   */
  unusedCodesPerAreaPerDay: number;
  /** Unused ones of one network to an area that is past its number. */
  unusedCodesPerNetworkToFloodedArea: number;
  inviteTriesPerNetworkPerHour: number;
}

const production: AccountLimits = {
  passwordLengthMin: 8,
  loginsPerNetworkPerMinute: 50,
  codeTriesPerNetworkPerMinute: 60,
  codesPerNetworkPerDay: 30,
  unusedCodesPerAreaPerDay: 200,
  unusedCodesPerNetworkToFloodedArea: 2,
  inviteTriesPerNetworkPerHour: 20,
};

export const limitsOfMode: Readonly<Record<'demo' | 'production', AccountLimits>> = {
  production,
  // A demo sends nothing that costs, and everyone who tries it comes from one machine.
  demo: {
    ...production,
    passwordLengthMin: passwordLength.min,
    codeTriesPerNetworkPerMinute: 600,
    codesPerNetworkPerDay: Infinity,
    unusedCodesPerAreaPerDay: Infinity,
  },
};
