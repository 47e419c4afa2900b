// Experience accounts: a person's second account, with bonus money out of the bonus bankroll that is traded and never withdrawn.
import { experienceMovements, offerExperience, openExperience, queryExperience } from '@candor/wire';
import { experienceAccounts, experienceLogins } from '../accounts/prepare-experience.ts';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { experienceWeb } from './experience-web.ts';
import { experienceNotices } from './notices.ts';
import { openExperienceOf } from './open-experience.ts';
import { experienceBudget, experienceOpenings } from './opening.ts';
import { experiencePlays } from './plays.ts';
import { experienceTerms } from './terms.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof experienceMovements>> = {
  'experience-bonus': [['capital', 'available', ['bankroll', 'capital']]],
};

export const experience = product({
  name: 'experience',
  calls: [
    {
      title: 'Experience account',
      text: 'A second account with bonus money, for customers who were invited or offered one, where conduct offers bonuses.',
      self: [queryExperience, openExperience],
    },
  ],
  acts: [offerExperience],
  commands: [openExperienceOf],
  plays: experiencePlays,
  tables: [experienceOpenings, experienceBudget, experienceAccounts, experienceLogins],
  movements: experienceMovements,
  ways,
  notices: [experienceNotices],
  settings: [experienceTerms],
  invariants: [
    {
      name: 'every experience account that was opened was paid once, with what its terms said, and nobody else was',
      sql: sql`select count(*) as checked, count(*) filter (where o.account_id is null or paid.times is distinct from 1
              or paid.amount is distinct from o.amount or t.amount is distinct from o.amount or a.experience_of is distinct from o.owner_id
              or a.account_type is distinct from '0') as broken
            from experience_openings o
            full join (select account_id, count(*) as times, sum(amount) as amount from ledger_moves
              where kind = 'experience-bonus' and book = 'bonus' group by account_id) as paid using (account_id)
            left join accounts a using (account_id) left join experience_terms t on t.version = o.terms_version`,
    },
    {
      name: 'experience accounts are opened for verified persons who were invited or offered one',
      sql: sql`select count(*) as checked, count(*) filter (where owner.verified_by is null
              or owner.referrer_id is null and offer.account_id is null) as broken
            from experience_openings o join accounts owner on owner.account_id = o.owner_id
            left join experience_offers offer on offer.account_id = o.owner_id`,
    },
    {
      name: 'the count of the newest day on which experience accounts were opened is right',
      sql: sql`select count(*) as checked, count(*) filter (where opened <> (select count(*) from experience_openings where opened_on = day)
              or exists (select from experience_openings where opened_on > day)) as broken
            from experience_budget`,
    },
    {
      name: 'an experience account was offered by two operators',
      sql: sql`select count(*) as checked, count(*) filter (where p.proposal_id is null or p.state <> 'done' or p.maker = p.checker
              or p.kind <> 'offer-experience-account' or (p.facts::json ->> 'account_uuid')::uuid <> o.account_id) as broken
            from experience_offers o left join act_proposals p using (proposal_id)`,
    },
  ],
  web: experienceWeb,
});
