// What may be offered to customers, and who chose that when.
import type { ConductWarning } from '@candor/wire';

export interface Profile {
  /** Whose rules these are: demo, strict, or a place. */
  jurisdiction: string;
  version: number;
  areOptionsOffered: boolean;
  leverMax: number;
  warning: ConductWarning;
  ageMin: number;
  areBonusesOffered: boolean;
}

/** That a profile shall be in force from some time on, asked for at another; the newest one asked for counts. */
export interface Choice {
  number: number;
  profile: Profile;
  /** server: its default, which holds until an operator chooses. */
  chosenBy: 'server' | 'operator';
  askedAt: number;
  inForceFrom: number;
}

/** How customers with real money fared with contracts in the 12 months before `until`. */
export interface Losses {
  until: number;
  /** Accounts that contracts gained, lost or cost something. */
  accounts: number;
  losing: number;
}
