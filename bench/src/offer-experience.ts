// What a demo begins without: experience accounts that are on offer. Two operators would change the terms.
import { setTimeout as sleep } from 'node:timers/promises';
import { queryExperience } from '@candor/wire';
import { runAsOwner } from './as-owner.ts';
import { need, openCustomer, type Credentials } from './customer.ts';
import type { ServerProcess } from './server-process.ts';

/** Resolves with the code of an invitation: whoever registers with it may open one. */
export async function offerExperience(
  { url, mailedCode }: Pick<ServerProcess, 'url'> & Pick<Credentials, 'mailedCode'>,
  dataDirectory: string,
): Promise<string> {
  await runAsOwner(dataDirectory, 'insert into experience_terms (version, amount, daily_max) values (2, 100, 1000)');
  const { client, user } = await openCustomer(url, {
    email: 'inviter@example.com',
    password: 'lark wren and heron',
    ...(mailedCode && { mailedCode }),
  });
  // The server reads its terms each second.
  while (need(await client.call(queryExperience, {}), 'an experience account').state === 'off') await sleep(100);
  return user.referral_code;
}
