// Whether a trade password is right: at most five wrong tries, then none for 24 hours, whichever call asks.
import type { Uuid } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import { log } from '../../kit/log.ts';
import type { Pool } from '../../kit/postgres.ts';
import { accountAsker } from '../../kit/throttle/fair-turns.ts';
import { createInTurn } from '../../kit/in-turn.ts';
import type { Notices } from '../codes/notices.ts';
import type { Passwords } from '../../kit/passwords/passwords.ts';
import { reserveTry, tradePasswordLimits } from '../rules.ts';
import type { TryState } from '../rules.ts';
import { readCredential, storeTries } from '../store.ts';
import type { Credential } from '../store.ts';

export type TradePasswordVerdict =
  | { kind: 'right'; version: number }
  | { kind: 'wrong' }
  /** None was set. */
  | { kind: 'none' }
  | { kind: 'locked'; until: number };

export type CheckTradePassword = (accountId: Uuid, password: string) => Promise<TradePasswordVerdict>;

interface TradePasswordOptions {
  pool: Pool;
  clock: Clock;
  passwords: Passwords;
  notices: Notices;
}

export function createCheckTradePassword({
  pool,
  clock,
  passwords,
  notices,
}: TradePasswordOptions): CheckTradePassword {
  // In turn, so that right passwords typed at the same time do not use up the tries of one another.
  const inTurn = createInTurn();

  const reserve = (accountId: Uuid) =>
    inTransaction(pool, async (database) => {
      const credential = await readCredential(database, { accountId, kind: 'trade', lock: true });
      if (!credential) return undefined;
      const reserved = reserveTry(credential, clock.now());
      if ('refusedUntil' in reserved) return reserved;
      await storeTries(database, { accountId, ...reserved });
      return { ...reserved, credential };
    });

  const check = async (accountId: Uuid, password: string): Promise<TradePasswordVerdict> => {
    const reserved = await reserve(accountId);
    if (!reserved) return { kind: 'none' };
    if ('refusedUntil' in reserved) return { kind: 'locked', until: reserved.refusedUntil };
    const { credential, tries } = reserved;
    const verdict = await passwords
      .verify(password, credential, accountAsker(accountId))
      .catch(async (error: unknown) => {
        await storeTries(pool, { accountId, ...stateBefore(credential) });
        throw error;
      });
    if (verdict !== 'wrong') {
      await storeTries(pool, { accountId, tries: 0, lockedUntil: null });
      return { kind: 'right', version: credential.version };
    }
    log.info('wrong trade password', { accountId });
    if (tries >= tradePasswordLimits.triesMax) notices.tell(accountId, 'trade-password-locked');
    return { kind: 'wrong' };
  };

  return (accountId, password) => inTurn(accountId, () => check(accountId, password));
}

const stateBefore = ({ tries, lockedUntil }: Credential): TryState => ({ tries, lockedUntil });
