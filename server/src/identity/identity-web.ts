// Certification where requests arrive: customers hand in documents at one door, reviewers look at them at the other.
import {
  approveIdentity,
  getAuthentication,
  insertAuthentication,
  listIdentityCases,
  rolesFor,
  updateAuthentication,
  type Authentication,
  type CertificationStatus,
  type FailureReason,
  type Uuid,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import { boundLooks } from '../kit/bound-looks.ts';
import type { Bus } from '../kit/bus.ts';
import { bindSelf, type Session } from '../kit/feature.ts';
import type { WebPart } from '../kit/product.ts';
import { createSealing } from '../kit/sealing.ts';
import type { Secrets } from '../kit/secrets.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import { describeOwn, type CaseState, type IdentityCase } from './case.ts';
import { sharedAct } from './decide-case.ts';
import { handIn, type HandInOptions } from './hand-in.ts';
import { heldDocuments } from './held-documents.ts';
import { reviewCalls, type ReviewCallsOptions } from './review-calls.ts';
import { countWaiting, readLatest } from './store.ts';

declare module '../kit/bus.ts' {
  interface Events {
    /** Committed. */
    'identity.decided': { accountId: Uuid; status: CertificationStatus; reason: FailureReason | null };
  }
}

export interface IdentityWebParts
  extends
    Omit<ReviewCallsOptions, 'sealing' | 'pictures' | 'looks' | 'onDecided'>,
    Omit<HandInOptions, 'sealing' | 'pictures'> {
  bus: Bus;
  hub: Hub;
  accounts: ReviewCallsOptions['accounts'];
  pictures: ReviewCallsOptions['pictures'] & Pick<Pictures, 'isOf'>;
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
}

const statusOf: Record<CaseState, CertificationStatus> = {
  review: '1',
  approved: '2',
  failed: '3',
  withdrawn: '0',
};

export function identityWeb(parts: IdentityWebParts): WebPart {
  const { pool, clock, bus, hub, conduct } = parts;
  const sealing = createSealing(parts.secrets, 'identity');
  const options = { ...parts, sealing, looks: boundLooks({ pool }) };

  bus.on('identity.decided', ({ accountId, status, reason }) =>
    hub.notify(`account:${accountId}`, () => ({ action: 'authentication', notify: { status, reason } })),
  );

  function announce({ accountId, state, reason }: IdentityCase): void {
    bus.emit('account.changed', { accountId });
    bus.emit('identity.decided', { accountId, status: statusOf[state], reason });
  }

  async function authenticationOf({ accountId, isVerified }: Session): Promise<Authentication> {
    const latest = await readLatest(pool, accountId);
    const status = isVerified ? '2' : latest ? statusOf[latest.state] : '0';
    return { status, latest: latest ? await describeOwn(options, latest) : null, age_min: conduct.inForce().ageMin };
  }

  return {
    held: heldDocuments(options),
    acts: [sharedAct({ ...options, onDecided: announce })],
    queues: [
      {
        name: 'identity',
        list: listIdentityCases,
        decidedBy: rolesFor(approveIdentity),
        count: ({ operatorId }) => countWaiting(pool, { operatorId, now: clock.now() }),
      },
    ],
    calls: [
      bindSelf(getAuthentication, (_payload, { session }) => authenticationOf(session)),
      bindSelf(insertAuthentication, async (fields, { session }) => {
        await handIn(options, fields, { session, isFirst: true });
        return authenticationOf(session);
      }),
      bindSelf(updateAuthentication, async (fields, { session }) => {
        await handIn(options, fields, { session, isFirst: false });
        return authenticationOf(session);
      }),
      ...reviewCalls({ ...options, onDecided: announce }),
    ],
  };
}
