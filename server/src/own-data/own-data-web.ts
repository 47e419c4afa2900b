// A copy of one's data and the end of one's account, where requests arrive.
import { Readable } from 'node:stream';
import {
  closeAccount,
  downloadDataExport,
  getDataExport,
  openDataExport,
  parseWireId,
  requestDataExport,
  toInstant,
  wireId,
  type DataExport,
  type Uuid,
} from '@candor/wire';
import type { Accounts } from '../accounts/create-accounts.ts';
import { bindDownload } from '../kit/download.ts';
import { bindSelf, type BoundCall, type SelfContext } from '../kit/feature.ts';
import type { WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { createSealing, type Sealing } from '../kit/sealing.ts';
import type { Secrets } from '../kit/secrets.ts';
import { closeOwnAccount, type CloseOptions } from './close-account.ts';
import { createExportLinks } from './export-links.ts';
import { exportsJob, partName, pruneJob, type MakeOptions } from './make-export.ts';
import { restUntilNext } from './rules.ts';
import { insertExport, readLatestExport, readPart, type StoredExport } from './store.ts';

export interface OwnDataWebParts extends Omit<MakeOptions, 'sealing'>, Omit<CloseOptions, 'accounts'> {
  newId: () => Uuid;
  accounts: Pick<Accounts, 'proveOwner' | 'noteSecurity'>;
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
}

type Uses = OwnDataWebParts & { sealing: Sealing };

export function ownDataWeb(parts: OwnDataWebParts): WebPart {
  const uses = { ...parts, sealing: createSealing(parts.secrets, 'data-exports') };
  const making = exportsJob(uses);
  return {
    jobs: [making, pruneJob(parts)],
    calls: [
      ...askingCalls(uses, () => making.wake()),
      ...takingCalls(uses),
      bindSelf(closeAccount, async ({ user_password, code, message_code }, context) => {
        await closeOwnAccount(parts, { password: user_password, code, messageCode: message_code }, context);
        return {};
      }),
    ],
  };
}

function askingCalls({ pool, clock, newId }: Uses, wake: () => void): BoundCall[] {
  const latestOf = async (accountId: Uuid): Promise<{ latest: DataExport | null }> => {
    const found = await readLatestExport(pool, accountId);
    return { latest: found ? describe(found) : null };
  };
  return [
    bindSelf(getDataExport, (_payload, { session }) => latestOf(session.accountId)),
    bindSelf(requestDataExport, async (_payload, { session: { accountId } }) => {
      const [before, now] = [await readLatestExport(pool, accountId), clock.now()];
      const rest = before?.readyAt === null ? 0 : restUntilNext(before?.requestedAt, now);
      if (rest > 0) refuse('export-too-soon', { seconds: String(Math.ceil(rest / 1000)) });
      await insertExport(pool, { exportId: newId(), accountId, at: now });
      wake();
      return latestOf(accountId);
    }),
  ];
}

function takingCalls({ pool, clock, sealing, accounts }: Uses): BoundCall[] {
  const links = createExportLinks({ sealing, clock });

  async function* contentOf({ exportId, parts: count }: StoredExport): AsyncGenerator<Buffer> {
    for (let place = 0; place < count!; place++) {
      const part = await readPart(pool, exportId, place);
      if (!part) throw new Error('a part of a copy is gone');
      yield sealing.open(part, partName(exportId, place));
    }
  }

  return [
    bindSelf(openDataExport, async ({ export_id, user_password, code }, context) => {
      const { accountId, sessionId } = context.session;
      const found = await readLatestExport(pool, accountId);
      if (!found || found.exportId !== parseWireId('dataExport', export_id)) return refuse('export-gone');
      if (found.readyAt === null) return refuse('export-not-ready');
      await accounts.proveOwner('data-export', { password: user_password, code }, context);
      await accounts.noteSecurity('data-downloaded', context);
      return { path: links.pathOf({ exportId: found.exportId, sessionId }) };
    }),
    bindDownload(downloadDataExport, async ({ key }, context) => {
      const { accountId, sessionId } = (context as SelfContext).session;
      const found = await readLatestExport(pool, accountId);
      if (!found || found.readyAt === null || !links.opens(key, { exportId: found.exportId, sessionId })) return refuse('export-gone'); // oxfmt-ignore
      return {
        fileName: `candor-${toInstant(found.readyAt).slice(0, 10)}.zip`,
        contentType: 'application/zip',
        tag: '',
        isPrivate: true,
        isFinal: false,
        open: () => Readable.from(contentOf(found)),
      };
    }),
  ];
}

const describe = ({ exportId, requestedAt, readyAt, bytes, deleteAfter }: StoredExport): DataExport => ({
  export_id: wireId('dataExport', exportId),
  requested_at: toInstant(requestedAt),
  ready_at: readyAt === null ? null : toInstant(readyAt),
  bytes,
  deleted_at: deleteAfter === null ? null : toInstant(deleteAfter),
});
