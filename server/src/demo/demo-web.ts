// The tools of the demo: they exist in demo mode only and everywhere else the calls refuse.
import type { Uuid } from '@candor/wire';
import { listOutbox, openExperienceAccount, takeTestMoney, verifyMe } from '@candor/wire';
import type { Accounts } from '../accounts/create-accounts.ts';
import type { Clock } from '../kit/clock.ts';
import type { BoundCall, SelfContext } from '../kit/feature.ts';
import { bind, bindSelf } from '../kit/feature.ts';
import type { Outbox } from '../kit/outbox.ts';
import type { WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { fundExperienceAccount, takeFromFaucet } from './give-test-money.ts';

export interface DemoOptions {
  mode: 'demo' | 'production';
  accounts: Pick<Accounts, 'markVerified' | 'userOf' | 'openExperienceAccount' | 'enter'>;
  outbox: Outbox;
  /** Moves test money from the demo faucet to the caller's available balance. */
  giveTestMoney: (
    wanted: { coin: string; amount: string },
    context: SelfContext,
  ) => Promise<{ coin: string; amount: string; balance: string }>;
  areBonusesOffered: () => boolean;
  /** Gives an experience account its bonus; giving it again changes nothing. */
  fundExperience: (accountId: Uuid) => Promise<void>;
}

export interface DemoWebParts extends Pick<DemoOptions, 'mode' | 'accounts' | 'outbox'> {
  lanes: Lanes;
  clock: Clock;
  conduct: { inForce: () => { areBonusesOffered: boolean } };
}

export const demoWeb = ({ lanes, clock, conduct, ...parts }: DemoWebParts): WebPart => ({
  calls: demoCalls({
    ...parts,
    giveTestMoney: (wanted, { session, receivedAt, idempotency }) => {
      return takeFromFaucet(lanes, { ...session, receivedAt, idempotency }, wanted);
    },
    areBonusesOffered: () => conduct.inForce().areBonusesOffered,
    fundExperience: (accountId) => fundExperienceAccount(lanes, accountId, clock.now()),
  }),
});

export function demoCalls(options: DemoOptions): BoundCall[] {
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
  return mode === 'demo' ? calls : calls.map(({ call }) => ({ call, handle: refuseOutsideDemo }));
}

const refuseOutsideDemo = async (): Promise<never> => refuse('demo-only');
