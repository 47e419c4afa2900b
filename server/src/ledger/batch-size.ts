// How many commands a lane takes into one batch.
const batchMax = 512;
/** A smaller batch costs too much beside its commands to be divided. */
const undividedMax = 32;

/**
 * A lane that is alone takes half of what is under way: while the database carries out one half, the process tells the other and takes
 * in what that asks next. Without this the halves are what chance made them, and stay so while the same callers go on asking.
 */
export const batchSize = ({ lanes, underWay }: { lanes: number; underWay: number }): number =>
  lanes > 1 ? batchMax : Math.min(batchMax, Math.max(undividedMax, Math.ceil(underWay / 2)));
