// How much one network may ask for; the limits per person are in the rules.

export interface AccountLimits {
  /** Passwords looked at. */
  loginsPerNetworkPerMinute: number;
  codeTriesPerNetworkPerMinute: number;
  codesPerNetworkPerDay: number;
  /** Codes sent by SMS to one area code that nobody used: where only such numbers are called, somebody earns by it. */
  unusedCodesPerAreaPerDay: number;
  inviteTriesPerNetworkPerHour: number;
}

const production: AccountLimits = {
  loginsPerNetworkPerMinute: 50,
  codeTriesPerNetworkPerMinute: 60,
  codesPerNetworkPerDay: 30,
  unusedCodesPerAreaPerDay: 200,
  inviteTriesPerNetworkPerHour: 20,
};

export const limitsOfMode: Readonly<Record<'demo' | 'production', AccountLimits>> = {
  production,
  // A demo sends nothing that costs, and everyone who tries it comes from one machine.
  demo: {
    ...production,
    codeTriesPerNetworkPerMinute: 600,
    codesPerNetworkPerDay: Infinity,
    unusedCodesPerAreaPerDay: Infinity,
  },
};
