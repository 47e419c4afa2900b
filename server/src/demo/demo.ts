// The face of the demo tools: they exist in demo mode only and everywhere else the calls refuse.
import type { Uuid } from '@candor/wire';
import { listOutbox, openExperienceAccount, takeTestMoney, verifyMe } from '@candor/wire';
import type { Accounts } from '../accounts/accounts.ts';
import type { BoundCall, Feature, SelfContext } from '../kit/feature.ts';
import { bind, bindSelf } from '../kit/feature.ts';
import type { Outbox } from '../kit/outbox.ts';
import { refuse } from '../kit/refuse.ts';

export interface DemoOptions {
  mode: 'demo' | 'production';
  accounts: Pick<Accounts, 'markVerified' | 'userOf' | 'openExperienceAccount' | 'enter'>;
  outbox: Outbox;
  /** Moves test money from the demo faucet to the caller's available balance. */
  giveTestMoney(
    wanted: { coin: string; amount: string },
    context: SelfContext,
  ): Promise<{ coin: string; amount: string; balance: string }>;
  areBonusesOffered(): boolean;
  /** Gives an experience account its bonus; giving it again changes nothing. */
  fundExperience(accountId: Uuid): Promise<void>;
}

export function createDemo(options: DemoOptions): Feature {
  const { mode, accounts, outbox, giveTestMoney, fundExperience, areBonusesOffered } = options;
  const calls: BoundCall[] = [
    bindSelf(takeTestMoney, giveTestMoney),
    bindSelf(verifyMe, async (_payload, { session }) => {
      await accounts.markVerified(session.accountId, 'demo');
      return (await accounts.userOf(session.accountId)) ?? refuse('login-required');
    }),
    bindSelf(openExperienceAccount, async ({ user_password }, context) => {
      if (!areBonusesOffered()) refuse('bonuses-off');
      const opened = await accounts.openExperienceAccount({ owner: context.session, password: user_password });
      // Also for one that is there: its opening may have been cut off before the bonus.
      await fundExperience(opened.accountId);
      if (!opened.isNew) refuse('experience-exists');
      return accounts.enter(opened.accountId, context);
    }),
    bind(listOutbox, async ({ recipient }) => ({
      messages: await outbox.list(recipient === '' ? undefined : recipient),
    })),
  ];
  return {
    name: 'demo',
    calls: mode === 'demo' ? calls : calls.map(({ call }) => ({ call, handle: refuseOutsideDemo })),
  };
}

const refuseOutsideDemo = async (): Promise<never> => refuse('demo-only');
