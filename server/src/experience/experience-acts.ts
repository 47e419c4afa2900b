// What two operators do: a customer whom nobody invited may open an experience account. The customer opens it, so no operator knows its
// password.
import { formatAmount, offerExperience, parseWireId, type Uuid } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import { keepHappening } from '../kit/keep-happening.ts';
import { refuse } from '../kit/refuse.ts';
import { termsOnOffer, type OfferParts } from './offer.ts';
import { isOffered, runOffer } from './store.ts';

export const experienceActs = (parts: OfferParts & { newId: () => Uuid }): BoundAct[] => [
  bindAct(offerExperience, {
    async facts({ account_id: id }, pool) {
      const accountId = parseWireId('account', id) ?? refuse('account-unknown');
      const account = (await parts.accounts.find(accountId)) ?? refuse('account-unknown');
      const standing = (await parts.accounts.experienceStanding(accountId)) ?? refuse('account-unknown');
      const terms = termsOnOffer(parts) ?? refuse('bonuses-off');
      if (standing.number !== null) refuse('experience-exists');
      if (await isOffered(pool, accountId)) refuse('experience-offered');
      return {
        account_uuid: accountId,
        number: account.number,
        is_verified: account.isVerified,
        is_invited: standing.isInvited,
        amount: formatAmount(terms.amount),
      };
    },
    async carryOut({ proposalId, facts }, database) {
      const { account_uuid: accountId } = facts;
      // Days may have passed: nobody is told of a bonus that is offered no more.
      if (!termsOnOffer(parts)) refuse('bonuses-off');
      if (!(await runOffer(database, { proposalId, accountId }))) refuse('experience-offered');
      await keepHappening(database, { id: parts.newId(), name: 'experience.offered', accountId, objectId: proposalId });
      return {};
    },
  }),
];
