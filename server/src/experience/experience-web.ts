// Experience accounts where requests arrive: what a customer may have, and opening it.
import { formatAmount, openExperience, queryExperience, zero, type RefusalCode, type Uuid } from '@candor/wire';
import { experienceIdOf } from '../accounts/prepare-experience.ts';
import { bindSelf, type SelfContext } from '../kit/feature.ts';
import type { WebPart } from '../kit/product.ts';
import { Refusal } from '../kit/refuse.ts';
import { latenessOf } from '../ledger/lateness.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { experienceActs } from './experience-acts.ts';
import { offerTo, termsOnOffer, type OfferParts } from './offer.ts';
import { openExperienceOf, type OpenedExperience, type WantedExperience } from './open-experience.ts';
import { experienceTerms } from './terms.ts';

export interface ExperienceWebParts extends Omit<OfferParts, 'terms'> {
  lanes: Pick<Lanes, 'submit' | 'refuse'>;
  newId: () => Uuid;
}

interface Opened extends OfferParts, Pick<ExperienceWebParts, 'lanes'> {}

export function experienceWeb(parts: ExperienceWebParts) {
  const terms = experienceTerms.open(parts.pool);
  const opened: Opened = { ...parts, terms };
  return {
    jobs: [terms.reload('web')],
    acts: experienceActs({ ...opened, newId: parts.newId }),
    calls: [
      bindSelf(queryExperience, (_payload, { session }) => describe(opened, session)),
      bindSelf(openExperience, ({ user_password: password }, context) => open(opened, { password, context })),
    ],
    start: terms.load,
  } satisfies WebPart;
}

const stateOf: Partial<Record<RefusalCode, 'off' | 'not-invited' | 'unverified' | 'own'>> = {
  'experience-exists': 'own',
  'experience-not-invited': 'not-invited',
  'verification-required': 'unverified',
};

async function describe(opened: Opened, session: SelfContext['session']) {
  const offer = await offerTo(opened, session);
  const about = { coin: 'USDT', amount: formatAmount(termsOnOffer(opened)?.amount ?? zero), user_number: null };
  if (offer instanceof Refusal) return { ...about, state: stateOf[offer.code] ?? ('off' as const) };
  return 'number' in offer
    ? { ...about, state: 'opened' as const, user_number: offer.number }
    : { ...about, state: 'ready' as const };
}

/** What stands against it is the answer to a new request only: a repeated one has its reply. */
async function open(
  opened: Opened,
  { password, context }: { password: string; context: SelfContext },
): Promise<OpenedExperience> {
  const { session, idempotency, receivedAt } = context;
  const { accountId: ownerId } = session;
  const digest = opened.accounts.experienceDigest({ ownerId, password });
  const common = {
    command: openExperienceOf,
    accountId: experienceIdOf(ownerId),
    book: 'bonus',
    idempotency: { ...idempotency, digest },
    receivedAt,
  } as const;
  const wanted =
    latenessOf(idempotency, receivedAt) ??
    (await prepare(opened, { password, session }).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    }));
  return wanted instanceof Refusal
    ? opened.lanes.refuse(common, wanted)
    : opened.lanes.submit({ ...common, input: wanted });
}

async function prepare(
  opened: Opened,
  { password, session }: { password: string; session: SelfContext['session'] },
): Promise<WantedExperience | Refusal> {
  const offer = await offerTo(opened, session);
  if (offer instanceof Refusal) return offer;
  if ('number' in offer) return new Refusal('experience-exists');
  const { accountId: ownerId } = session;
  return { prepared: await opened.accounts.prepareExperience({ ownerId, password }), ownerId, terms: offer.terms };
}
