// An option of three seconds, which a demo does not offer: those that are placed under a flood end under it too.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, queryOptionsConfig } from '@candor/wire';
import { runAsOwner } from '../as-owner.ts';
import { need } from '../customer.ts';

export const shortOption = '9';

export async function offerShortOption(url: string, dataDirectory: string): Promise<void> {
  await runAsOwner(
    dataDirectory,
    `insert into options_configs (config_id, version, duration_ms, payout_rate, min_stake, max_stake, is_offered, exit_wait_ms)
     select '${shortOption}', 1, 3000, payout_rate, min_stake, max_stake, true, exit_wait_ms from options_configs
     where config_id = '1' order by version desc limit 1`,
  );
  const client = createClient({ baseUrl: url });
  const isOffered = async (): Promise<boolean> => {
    const { RESULT_LIST } = need(await client.call(queryOptionsConfig, {}), 'what options are on offer');
    return RESULT_LIST.some(({ options_config_id: id }) => id === shortOption);
  };
  // The server reads its terms each second.
  for (let tries = 0; !(await isOffered()); tries++) {
    if (tries > 600) throw new Error('The short option is not on offer after a minute.');
    await sleep(100);
  }
}
