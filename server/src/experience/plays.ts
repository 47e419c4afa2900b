import { openExperience } from '@candor/wire';
import { experienceIdOf } from '../accounts/prepare-experience.ts';
import { play } from '../kit/play.ts';
import { openExperienceOf } from './open-experience.ts';

export const experiencePlays = [
  {
    ...play(openExperience, [openExperienceOf], ({ random, replies }) =>
      // Whoever has one tries for another now and then, in vain: a refusal is of little use to anybody.
      replies.length === 0 || random(8) === 0 ? { user_password: 'lark wren and heron' } : undefined,
    ),
    accountOf: experienceIdOf,
  },
];
