// Which calls of the console show how much of customers, and what each look is counted as.
import { randomUUID } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import { claimSupportTicket, releaseSupportTicket, type Endpoint } from '@candor/wire';
import type { CountLook, Look } from '../kit/audit-log.ts';
import type { BoundLooks, LookKind } from '../kit/bound-looks.ts';
import type { Sealing } from '../kit/sealing.ts';
import { accountOf, peopleIn } from './note-looks.ts';

interface CountLookOptions {
  looks: BoundLooks;
  sealing: Pick<Sealing, 'digests'>;
}

/** Change something as well: what they may show is known to be free before they do, and counted after it. */
const opening: readonly Endpoint[] = [claimSupportTicket, releaseSupportTicket];

export const createCountLook = ({ looks, sealing }: CountLookOptions): CountLook => ({
  async before({ operator, call, payload }) {
    const kind = lookKindOf(call);
    if (kind === 'exports') await looks.count(operator, kind, randomUUID());
    else if (kind === 'pages') await looks.count(operator, kind, questionOf(call, payload, sealing));
    else if (opening.includes(call)) await looks.requireRoom(operator, 'customers');
  },
  async after(look) {
    const shown = lookKindOf(look.call) === 'customers' ? shownIn(look) : undefined;
    if (shown !== undefined) await looks.count(look.operator, 'customers', shown);
  },
});

/** Undefined where nothing is counted here: decisions about what was opened before, and documents, which their cases count. */
export function lookKindOf(call: Endpoint): LookKind | undefined {
  const { looksAt = '', method, form } = call;
  if (method === 'POST') return opening.includes(call) ? 'customers' : undefined;
  if (form === 'csv') return 'exports';
  if (looksAt.endsWith('-listed') || isList(call)) return 'pages';
  return looksAt.startsWith('identity-') ? undefined : 'customers';
}

const isList = ({ reply }: Endpoint): boolean => 'RESULT_LIST' in ((reply as { shape?: object }).shape ?? {});

/** The same list asked for in the same way. What was searched for may be an address, so that a digest of it is stored. */
const questionOf = ({ path }: Endpoint, payload: unknown, sealing: CountLookOptions['sealing']): string =>
  sealing.digests(canonicalJson([path, plain(payload)]))[0].toString('hex');

const plain = (payload: unknown): unknown => JSON.parse(JSON.stringify(payload));

/** The customer, or what was asked for by its own id where the reply names none. Undefined of an act that is about nobody. */
function shownIn({ call, payload, data }: Look): string | undefined {
  const people = peopleIn(data);
  const account = accountOf(payload) ?? accountOf(data) ?? (people.length === 1 ? people[0] : undefined);
  if (account !== undefined) return account;
  if (people.length === 0 && call.looksAt === 'act-viewed') return undefined;
  return String(Object.values(payload as object)[0]);
}
