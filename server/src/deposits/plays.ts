import { playedByItself } from '../kit/play.ts';
import { bookDeposit } from './book-deposit.ts';

/** A chain pays when its miners do; the tests of deposits play one, with blocks that are replaced. */
export const depositPlays = [playedByItself([bookDeposit])];
