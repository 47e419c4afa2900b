// Opening an experience account: the account, its login and its money come together or not at all.
import { formatAmount, wireId, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { experienceAccounts, experienceLogins, type PreparedExperience } from '../accounts/prepare-experience.ts';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command } from '../ledger/command.ts';
import { budgetId, experienceBudget, experienceOpenings } from './opening.ts';
import type { ExperienceTerms } from './terms.ts';

export interface WantedExperience {
  prepared: PreparedExperience;
  ownerId: Uuid;
  terms: ExperienceTerms;
}

export interface OpenedExperience {
  account_id: string;
  user_number: string;
  coin: string;
  amount: string;
}

/** A command of the new account; what a short bankroll and a full day refuse is the same for whoever asks. */
export const openExperienceOf: Command<WantedExperience, OpenedExperience> = {
  name: 'open-experience',
  onlyIn: 'bonus',
  refusals: ['experience-exists', 'experience-none-left'],
  coins: () => ['USDT'],
  house: ['bankroll', 'capital'],
  rows: ({ prepared }) => [
    { table: experienceOpenings, id: prepared.account.accountId },
    { table: experienceBudget, id: budgetId },
  ],
  decide({ prepared: { account, login }, ownerId, terms }, state) {
    const { accountId } = account;
    if (state.row(experienceOpenings, accountId)) return new Refusal('experience-exists');
    const budget = state.row(experienceBudget, budgetId) ?? assert.fail('the budget has no row');
    const today = new Date(state.now).toISOString().slice(0, 10);
    // Clocks of two servers differ around midnight: a day that has begun is not taken back.
    const isNewDay = today > budget.day;
    const [day, opened] = isNewDay ? [today, 0] : [budget.day, budget.opened];
    if (opened >= terms.dailyMax) return new Refusal('experience-none-left');
    const { amount } = terms;
    if (state.house('bankroll', 'USDT') < amount) {
      const otherwise = new Refusal('experience-none-left');
      return new InsufficientHouseFunds({ bucket: 'bankroll', coin: 'USDT', amount, otherwise });
    }
    const opening = { accountId, ownerId, termsVersion: terms.version, amount, openedOn: day, openedAt: state.now };
    return {
      objectId: state.newId(),
      // Given by the owner of the house: what came out of the bankroll itself would count as gained by trading.
      moves: [{ kind: 'experience-bonus', coin: 'USDT', from: 'capital', to: 'available', amount, cover: { from: 'bankroll', to: 'capital', amount } }], // oxfmt-ignore
      writes: [
        insertRow(experienceOpenings, opening),
        updateRow(experienceBudget, { budgetId, day, opened: opened + 1 }),
        insertRow(experienceAccounts, account),
        insertRow(experienceLogins, login),
      ],
      reply: {
        account_id: wireId('account', accountId),
        user_number: account.number,
        coin: 'USDT',
        amount: formatAmount(amount),
      },
    };
  },
};
