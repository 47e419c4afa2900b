// Identity certification: who a customer is, handed in with pictures of a document and looked at by a reviewer.
import {
  approveIdentity,
  approveSharedIdentity,
  authenticationEvent,
  claimIdentityCase,
  exportIdentityCases,
  failIdentity,
  getAuthentication,
  getIdentityCase,
  insertAuthentication,
  listIdentityCases,
  releaseIdentityCase,
  updateAuthentication,
  viewIdentityPicture,
  viewTwinPicture,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { identityWeb } from './identity-web.ts';
import { identityNotices } from './notices.ts';

export const identity = product({
  name: 'identity',
  calls: [
    {
      title: 'Identity',
      text: 'Certification: a document is handed in, reviewed, and approved or failed with a reason.',
      self: [getAuthentication, insertAuthentication, updateAuthentication],
    },
  ],
  consoleCalls: [
    {
      title: 'Identity',
      text: 'Documents under review: claimed by one reviewer, looked at with a watermark, approved or failed.',
      operator: [
        listIdentityCases,
        exportIdentityCases,
        getIdentityCase,
        claimIdentityCase,
        releaseIdentityCase,
        viewIdentityPicture,
        viewTwinPicture,
        approveIdentity,
        failIdentity,
      ],
    },
  ],
  acts: [approveSharedIdentity],
  events: [authenticationEvent],
  notices: [identityNotices],
  invariants: [
    {
      name: 'whoever counts as certified by identity has an approved case, and the other way round',
      sql: sql`select count(*) as checked, count(*) filter (where (verified_by = 'identity') is distinct from
              (state = 'approved') and not (verified_by = 'demo' and state = 'approved')) as broken
            from accounts full join (select account_id, state from identity_cases where state = 'approved') as cases using (account_id)
            where verified_by = 'identity' or state is not null`,
    },
  ],
  bridged: { betweenWebs: ['identity.decided'] },
  web: identityWeb,
});
