// Terms that a test changes without an act, in force at once whichever way they go.
import { runAsOwner } from './database.ts';

/** `statement` inserts versions into a product's own table. */
export async function changeTermsAtOnce(database: Parameters<typeof runAsOwner>[0], statement: string): Promise<void> {
  await runAsOwner(database, 'alter table setting_versions disable trigger setting_versions_guard');
  await runAsOwner(database, statement);
  await runAsOwner(database, 'alter table setting_versions enable trigger setting_versions_guard');
}
