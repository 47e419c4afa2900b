// What a customer takes back, or changes, for nothing is done and counted (decision 63): what is placed next waits once it is too much.
import type { SelfContext } from '../kit/feature.ts';
import type { Lanes } from './lanes.ts';

export async function countFree<Reply>(
  lanes: Pick<Lanes, 'countFree'>,
  { session }: Pick<SelfContext, 'session'>,
  done: Promise<Reply>,
): Promise<Reply> {
  const reply = await done;
  lanes.countFree(session.accountId);
  return reply;
}
