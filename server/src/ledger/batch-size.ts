// How many commands a lane takes into one batch.
const batchMax = 512;
/** A smaller batch costs too much beside its commands to be divided. */
const undividedMax = 32;

/**
 * A single lane takes half of the commands under way: while the database executes one half, this process answers the other half and
 * accepts its next commands. Without it batches are as uneven as chance made them, and stay so under a steady load.
 */
export const batchSize = ({ lanes, underWay }: { lanes: number; underWay: number }): number =>
  lanes > 1 ? batchMax : Math.min(batchMax, Math.max(undividedMax, Math.ceil(underWay / 2)));
