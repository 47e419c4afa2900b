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
  viewTwinPicture,
  wireId,
  type IdentityCase as OpenedCase,
  type ListedIdentityCase,
} from '@candor/wire';
import { bindList } from '../kit/bind-list.ts';
import { bindDownload } from '../kit/download.ts';
import { bindOperator, type BoundCall, type OperatorContext, type OperatorSession } from '../kit/feature.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import { pictureDownload } from '../pictures/pictures.ts';
import { shownToOperator } from '../pictures/viewer.ts';
import { openDetails, type Details, type IdentityCase } from './case.ts';
import { decideCase } from './decide-case.ts';
import {
  claimCase,
  lookAtPicture,
  openCase,
  releaseCase,
  type Draw,
  type Looked,
  type ReviewOptions,
} from './review.ts';
import { listCases } from './store.ts';
import { lookAtTwin } from './twin-pictures.ts';
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

  const describeOpened = (looked: Looked): OpenedCase =>
    describeLooked(looked, { details: openDetails(sealing, looked.found), now: clock.now() });

  const drawFor =
    (operator: OperatorSession): Draw =>
    (pictureId) =>
      pictures.show(pictureId, shownToOperator(operator, clock.now()));

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
      return pictureDownload(await lookAtPicture(options, { id, operator, side, draw: drawFor(operator) }));
    }),
    bindDownload(viewTwinPicture, async ({ case_id: id, twin, side }, context) => {
      const { operator } = context as OperatorContext;
      return pictureDownload(await lookAtTwin(options, { id, twin, operator, side, draw: drawFor(operator) }));
    }),
    bindOperator(approveIdentity, ({ case_id: id }, { operator }) => decide({ id, operator })),
    bindOperator(failIdentity, ({ case_id: id, reason }, { operator }) => decide({ id, operator, reason })),
  ];
}

function describeLooked(
  { found, twins, needsSecond, pictures }: Looked,
  { details: { number, name, birthDate }, now }: { details: Details; now: number },
): OpenedCase {
  const path = `/api/identity/cases/${wireId('identityCase', found.caseId)}`;
  return {
    ...describeListed(found, now),
    document_number: number,
    name,
    birth_date: birthDate,
    age: ageOn(birthDate, toInstant(now).slice(0, 10)),
    front: `${path}/picture/front`,
    back: found.back && `${path}/picture/back`,
    duplicates: twins.map((twin) => {
      const beside = `${path}/twins/${wireId('identityCase', twin.caseId)}/picture`;
      const own = pictures.filter(({ caseId }) => caseId === twin.caseId);
      const shown = own.map(({ side, isKept }) => ({ side, path: isKept ? `${beside}/${side}` : null }));
      return { ...describeTwin(twin), pictures: shown };
    }),
    needs_second: needsSecond,
  };
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

const describeTwin = ({
  caseId,
  accountId,
  state,
  ...is
}: Twin): Omit<OpenedCase['duplicates'][number], 'pictures'> => ({
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
