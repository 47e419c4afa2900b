// What two operators do about the conduct: the newest version of a profile is chosen.
import { chooseConduct, conductNoticeMs, toInstant } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import { refuse } from '../kit/refuse.ts';
import { describeProfile } from './describe-profile.ts';
import { inForceAt, isLooser } from './rules.ts';
import { readChoices, readProfiles, runChoice } from './store.ts';

export const conductActs = (clock: Clock): BoundAct[] => [
  bindAct(chooseConduct, {
    async facts({ jurisdiction }, pool) {
      const [profiles, choices] = await Promise.all([readProfiles(pool), readChoices(pool)]);
      const wanted = profiles.findLast((profile) => profile.jurisdiction === jurisdiction) ?? refuse('profile-unknown');
      const latest = choices.at(-1)?.profile;
      if (latest?.jurisdiction === jurisdiction && latest.version === wanted.version) refuse('profile-chosen');
      const present = (inForceAt(choices, clock.now()) ?? choices[0]!).profile;
      const noticeMs = isLooser(wanted, present) ? conductNoticeMs : 0;
      return {
        in_force: describeProfile(present),
        wanted: describeProfile(wanted),
        notice_hours: noticeMs / 3_600_000,
      };
    },
    async carryOut({ proposalId }, database) {
      const inForceFrom = await runChoice(database, proposalId);
      return inForceFrom === null ? refuse('profile-unknown') : { in_force_from: toInstant(inForceFrom) };
    },
  }),
];
