// Who may open an experience account, and what it begins with.
import type { Accounts } from '../accounts/create-accounts.ts';
import type { Session } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { Refusal } from '../kit/refuse.ts';
import type { SettingOfAll } from '../kit/settings.ts';
import { isOffered } from './store.ts';
import type { ExperienceTerms } from './terms.ts';

export interface OfferParts {
  pool: Pool;
  accounts: Pick<Accounts, 'find' | 'experienceStanding' | 'prepareExperience' | 'experienceDigest'>;
  conduct: { inForce: () => { areBonusesOffered: boolean } };
  terms: SettingOfAll<ExperienceTerms>;
}

/** Undefined where conduct offers no bonuses, or operators have set none. */
export function termsOnOffer({ conduct, terms }: Pick<OfferParts, 'conduct' | 'terms'>): ExperienceTerms | undefined {
  const now = terms.now();
  return conduct.inForce().areBonusesOffered && now.amount > 0n ? now : undefined;
}

/** The terms that this person may open one under, the one that there is already, or what stands against it. */
export async function offerTo(
  parts: OfferParts,
  { accountId, book, isVerified }: Session,
): Promise<{ terms: ExperienceTerms } | { number: string } | Refusal> {
  if (book === 'bonus') return new Refusal('experience-exists');
  const standing = await parts.accounts.experienceStanding(accountId);
  if (!standing) return new Refusal('login-required');
  if (standing.number !== null) return { number: standing.number };
  const terms = termsOnOffer(parts);
  if (!terms) return new Refusal('bonuses-off');
  const isWelcome = standing.isInvited || (await isOffered(parts.pool, accountId));
  if (!isWelcome) return new Refusal('experience-not-invited');
  return isVerified ? { terms } : new Refusal('verification-required', { redirect: '/authentication' });
}
