// What a demo begins without: experience accounts that are on offer. Two operators would change the terms.
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@candor/embedded-postgres';
import { queryExperience } from '@candor/wire';
import { openPool } from '../../server/src/kit/postgres.ts';
import { need, openCustomer } from './customer.ts';
import { postgresDirectory, type ServerProcess } from './server-process.ts';

/** Resolves with the code of an invitation: whoever registers with it may open one. */
export async function offerExperience({ url }: Pick<ServerProcess, 'url'>, dataDirectory: string): Promise<string> {
  const { ownerUrl } = await startEmbeddedPostgres({ dataDirectory: postgresDirectory(dataDirectory) });
  const pool = openPool(ownerUrl, 1);
  await pool.query('insert into experience_terms (version, amount, daily_max) values (2, 100, 1000)');
  await pool.end();
  const { client, user } = await openCustomer(url, { email: 'inviter@example.com', password: 'lark wren and heron' });
  // The server reads its terms each second.
  while (need(await client.call(queryExperience, {}), 'an experience account').state === 'off') await sleep(100);
  return user.referral_code;
}
