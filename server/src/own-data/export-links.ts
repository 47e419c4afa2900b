// The link to a copy: signed over which copy, for which session and until when, and kept nowhere.
import { timingSafeEqual } from 'node:crypto';
import { downloadDataExport, exportLinkMinutes, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Sealing } from '../kit/sealing.ts';

export interface LinkedExport {
  exportId: Uuid;
  sessionId: Uuid;
}

export interface ExportLinks {
  pathOf(linked: LinkedExport): string;
  /** Whether the key was signed for just this, and its time is not over. */
  opens(key: string, linked: LinkedExport): boolean;
}

export function createExportLinks({ sealing, clock }: { sealing: Sealing; clock: Clock }): ExportLinks {
  const signaturesOf = (until: string, { exportId, sessionId }: LinkedExport): [Buffer, ...Buffer[]] =>
    sealing.digests(`link ${until} ${exportId} ${sessionId}`);
  return {
    pathOf(linked) {
      const until = String(clock.now() + exportLinkMinutes * 60_000);
      return `${downloadDataExport.path}?key=${until}.${signaturesOf(until, linked)[0].toString('base64url')}`;
    },
    opens(key, linked) {
      const [until = '', signature = ''] = key.split('.');
      const given = Buffer.from(signature, 'base64url');
      const isOurs = signaturesOf(until, linked).some((each) => each.length === given.length && timingSafeEqual(each, given)); // oxfmt-ignore
      return isOurs && parseInt(until, 10) > clock.now();
    },
  };
}
