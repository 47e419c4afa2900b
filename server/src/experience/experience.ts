// Experience accounts: a person's second account, with bonus money out of the bonus bankroll that is traded and never withdrawn.
import { experienceMovements, offerExperience, openExperience, queryExperience } from '@candor/wire';
import { experienceAccounts, experienceLogins } from '../accounts/prepare-experience.ts';
import { moveInvariant, product, type Explains, type KindOf, type Ways } from '../kit/product.ts';
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

/** An account has one, and its object is nothing else. */
const explains: Explains<KindOf<typeof experienceMovements>> = {
  'experience-bonus': {
    rows: sql`select account_id, 'USDT' as coin, 'bonus' as book, amount from experience_openings`,
    hasOwnObject: true,
  },
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
  explains,
  notices: [experienceNotices],
  settings: [experienceTerms],
  invariants: [
    {
      name: 'every experience account that was opened has what its terms said, and is of its owner',
      sql: sql`select count(*) as checked, count(*) filter (where t.amount is distinct from o.amount
              or a.experience_of is distinct from o.owner_id or a.account_type is distinct from '0') as broken
            from experience_openings o left join accounts a using (account_id)
            left join experience_terms t on t.version = o.terms_version`,
    },
    // The owner's capital only passes it on, and no product claims what the bankroll holds.
    moveInvariant('what an experience account starts with comes out of the bankroll', {
      of: sql`kind = 'experience-bonus'`,
      broken: sql`(cover_from, cover_to, cover_amount) is distinct from ('bankroll'::ledger_bucket, 'capital'::ledger_bucket, amount)`,
    }),
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
