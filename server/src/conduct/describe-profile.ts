// A profile as the wire has it.
import type { ConductProfileMessage } from '@candor/wire';
import type { Profile } from './profile.ts';

export const describeProfile = (profile: Profile): ConductProfileMessage => ({
  jurisdiction: profile.jurisdiction,
  version: profile.version,
  options_offered: profile.areOptionsOffered,
  lever_max: profile.leverMax,
  warning: profile.warning,
  age_min: profile.ageMin,
  bonuses_offered: profile.areBonusesOffered,
});
