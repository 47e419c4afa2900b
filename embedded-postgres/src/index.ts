// All that others may use of it.
export { chooseOwner } from './owner.ts';
export { logFileOf } from './log-file.ts';
export { killPostmaster, livePostmaster, stopPostmaster } from './postmaster.ts';
export { closeLargeObjects, urlAs } from './roles.ts';
export { throwAwaySettings } from './settings.ts';
export { databaseUrl, startEmbeddedPostgres } from './start.ts';
export type { EmbeddedPostgres } from './start.ts';
export { superviseEmbeddedPostgres } from './supervise.ts';
