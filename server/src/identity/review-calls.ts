// What reviewers ask at the console's door: the queue, one case with its pictures, and the decision.
import {
  ageOn,
  approveIdentity,
  claimIdentityCase,
  exportIdentityCases,
  failIdentity,
  getIdentityCase,
  listIdentityCases,
  releaseIdentityCase,
  toInstant,
  viewIdentityPicture,
  wireId,
  type IdentityCase as OpenedCase,
  type ListedIdentityCase,
} from '@candor/wire';
import { bindList } from '../kit/bind-list.ts';
import { bindDownload } from '../kit/download.ts';
import { bindOperator, type BoundCall, type OperatorContext } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import { pictureDownload } from '../pictures/pictures.ts';
import { shownToOperator } from '../pictures/viewer.ts';
import { openDetails, type IdentityCase } from './case.ts';
import { decideCase } from './decide-case.ts';
import { claimCase, lookAtPicture, openCase, releaseCase, type Looked, type ReviewOptions } from './review.ts';
import { listCases } from './store.ts';
import type { Twin } from './twins.ts';

export interface ReviewCallsOptions extends ReviewOptions {
  pictures: Pictures;
  onDecided: (decided: IdentityCase) => void;
}

export function reviewCalls(options: ReviewCallsOptions): BoundCall[] {
  const { pool, clock, sealing, pictures, onDecided } = options;

  async function decide(asked: Parameters<typeof decideCase>[1]): Promise<ListedIdentityCase> {
    const decided = await decideCase(options, asked);
    onDecided(decided);
    return describeListed(decided, clock.now());
  }

  function describeOpened({ found, twins, needsSecond }: Looked): OpenedCase {
    const { number, name, birthDate } = openDetails(sealing, found);
    const now = clock.now();
    const id = wireId('identityCase', found.caseId);
    return {
      ...describeListed(found, now),
      document_number: number,
      name,
      birth_date: birthDate,
      age: ageOn(birthDate, toInstant(now).slice(0, 10)),
      front: `/api/identity/cases/${id}/picture/front`,
      back: found.back && `/api/identity/cases/${id}/picture/back`,
      duplicates: twins.map(describeTwin),
      needs_second: needsSecond,
    };
  }

  return [
    ...bindList(listIdentityCases, exportIdentityCases, {
      pool,
      head: ['case_id', 'account_id', 'state', 'country', 'document_kind', 'attempt', 'submitted_at', 'claimed_by', 'decided_by', 'decided_at', 'reason'], // oxfmt-ignore
      async read({ pagesize, current_page: page, ...filter }) {
        const { total, cases } = await listCases(pool, { ...filter, limit: pagesize, offset: (page - 1) * pagesize });
        const now = clock.now();
        return { TOTAL: total, RESULT_LIST: cases.map((found) => describeListed(found, now)) };
      },
    }),
    bindOperator(getIdentityCase, async ({ case_id: id }, { operator }) => {
      const looked = await openCase(options, { id, operator });
      return { ...describeListed(looked.found, clock.now()), opened: looked.twins && describeOpened(looked) };
    }),
    bindOperator(claimIdentityCase, async ({ case_id: id }, { operator }) =>
      describeOpened(await claimCase(options, { id, operator })),
    ),
    bindOperator(releaseIdentityCase, async ({ case_id: id }, { operator }) =>
      describeListed(await releaseCase(options, { id, operator }), clock.now()),
    ),
    bindDownload(viewIdentityPicture, async ({ case_id: id, side }, context) => {
      const { operator } = context as OperatorContext;
      const pictureId = await lookAtPicture(options, { id, operator, side });
      const jpeg = await pictures.show(pictureId, shownToOperator(operator, clock.now()));
      return pictureDownload(jpeg ?? refuse('not-found'));
    }),
    bindOperator(approveIdentity, ({ case_id: id }, { operator }) => decide({ id, operator })),
    bindOperator(failIdentity, ({ case_id: id, reason }, { operator }) => decide({ id, operator, reason })),
  ];
}

function describeListed(found: IdentityCase, now: number): ListedIdentityCase {
  const isClaimed = found.state === 'review' && found.claimedUntil !== null && now < found.claimedUntil;
  return {
    case_id: wireId('identityCase', found.caseId),
    account_id: wireId('account', found.accountId),
    state: found.state,
    country: found.country,
    document_kind: found.documentKind,
    attempt: found.attempt,
    submitted_at: toInstant(found.submittedAt),
    claimed_by: isClaimed ? found.claimedByName : null,
    claimed_until: isClaimed ? toInstant(found.claimedUntil!) : null,
    decided_by: found.state === 'review' ? null : [found.claimedByName, found.secondName].filter(Boolean).join(', '),
    decided_at: found.decidedAt === null ? null : toInstant(found.decidedAt),
    reason: found.reason,
  };
}

const describeTwin = ({ caseId, accountId, state, ...is }: Twin): OpenedCase['duplicates'][number] => ({
  case_id: wireId('identityCase', caseId),
  account_id: wireId('account', accountId),
  state,
  same: [
    ...(is.isDocument ? (['document'] as const) : []),
    ...(is.isPicture ? (['picture'] as const) : []),
    ...(is.isPerson ? (['person'] as const) : []),
    ...(is.isLook ? (['look'] as const) : []),
  ],
});
