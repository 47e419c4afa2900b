import { wad } from '@candor/wire';
import { openExperienceOf } from '../../../src/experience/open-experience.ts';
import { budgetId, experienceBudget } from '../../../src/experience/opening.ts';
import { ask, type ModelProduct } from './stage.ts';

/** As an account that is opened here; a real one tries it for itself. */
export const experience: ModelProduct = {
  begin: ({ ledger }) => ledger.put(experienceBudget, { budgetId, day: '2027-01-01', opened: 0 }),
  plays: [
    {
      command: openExperienceOf,
      play({ now }, actor) {
        const { accountId } = actor;
        const common = { accountId, number: '10000001', accountType: '0', language: 'en', inviteCode: '10000001' } as const;
        const account = { ...common, experienceOf: accountId, createdAt: now };
        const login = { accountId, kind: 'login', argon2: '', pepperId: '', version: 1, changedAt: now } as const;
        const terms = { version: 1, amount: wad('100'), dailyMax: 1 };
        return ask(openExperienceOf, actor, { prepared: { account, login }, ownerId: accountId, terms });
      },
    },
  ],
}; // oxfmt-ignore
