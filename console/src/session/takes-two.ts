// Refusals that say that a second person decides: the console goes on to the proposal.
export const takesTwo = (code: string): boolean => ['day-sum-reached', 'worth-unknown'].includes(code);
