import { playedByItself } from '../kit/play.ts';
import { openExperienceOf } from './open-experience.ts';

/** Once a person, and only for whom others have invited: the tests of experience accounts play it. */
export const experiencePlays = [playedByItself([openExperienceOf])];
