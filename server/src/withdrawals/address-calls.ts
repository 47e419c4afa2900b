// The address book: addresses are judged before they are stored, proven to be the owner's wish, and on hold at first.
import { coinOn, networks, type Network } from '@candor/chain';
import { addAddress, deleteUserAddress, parseWireId, queryAllUserAddress, type AssetCode } from '@candor/wire';
import type { Accounts } from '../accounts/create-accounts.ts';
import type { SetUpNetworks } from '../chains/chain-settings.ts';
import type { Clock } from '../kit/clock.ts';
import { bindSelf, type BoundCall, type SelfContext } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import type { AskEngine } from '../kit/product.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import type { Uuid } from '@candor/wire';
import { refusePayee } from './ask-payee.ts';
import { isOurs } from './own-address.ts';
import { addressesMax, addressMessage, judgeAddress, type StoredAddress } from './saved-address.ts';
import { deleteAddress, insertAddress, readAddresses } from './store.ts';
import { holdMsOf } from './terms.ts';

export interface AddressParts {
  mode: 'demo' | 'production';
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  setUp: SetUpNetworks;
  askEngine: AskEngine;
  accounts: Pick<Accounts, 'proveOwner' | 'noteSecurity'>;
}

export const addressCalls = (parts: AddressParts): BoundCall[] => [
  bindSelf(queryAllUserAddress, async ({ coin_code: asset }, { session: { accountId } }) => {
    const rows = await readAddresses(parts.pool, accountId, asset);
    return { TOTAL: rows.length, RESULT_LIST: rows.map((row) => addressMessage(row, networks[row.network].title)) };
  }),
  bindSelf(deleteUserAddress, async ({ address_id: id }, { session: { accountId } }) => {
    const addressId = parseWireId('withdrawalAddress', id) ?? refuse('not-found');
    const isGone = await deleteAddress(parts.pool, { accountId, addressId, at: parts.clock.now() });
    return isGone ? {} : refuse('not-found');
  }),
  bindSelf(addAddress, (payload, context) => store(payload, context, parts)),
];

interface Typed {
  currency: string;
  network: string;
  address: string;
  alias: string;
  user_password: string;
  code: string;
  message_code: string;
}

async function store(typed: Typed, context: SelfContext, parts: AddressParts) {
  const { accountId, book } = context.session;
  if (book !== 'real') refuse('experience-no-withdrawal');
  const { network, asset } = wayOf(typed, parts.setUp);
  const isTest = parts.setUp.get(network.name)?.isTest ?? false;
  const address = judgeAddress(typed.address, { network, isTest, ours: parts.setUp.contracts() });
  if (address instanceof Refusal) throw address;
  if (await isOurs(address, network.name, parts)) refuse('address-ours');
  await refusePayee({ network: network.name, asset, address, units: null }, parts.askEngine);
  const { user_password: password, code, message_code: messageCode } = typed;
  await parts.accounts.proveOwner('new-address', { password, code, messageCode }, context);
  const now = parts.clock.now();
  const row: StoredAddress = {
    accountId,
    addressId: parts.newId(),
    network: network.name,
    asset,
    address,
    alias: typed.alias.trim(),
    addedAt: now,
    usableAt: now + holdMsOf(parts.mode),
    deletedAt: null,
  };
  const fault = await inTransaction(parts.pool, (database) => insertAddress(database, row, addressesMax));
  if (fault === 'full') refuse('address-book-full', { max: String(addressesMax) });
  if (fault === 'exists') refuse('address-exists');
  await parts.accounts.noteSecurity('address-added', context);
  return addressMessage(row, network.title);
}

/** Refuses where nothing can be sent on this network. */
function wayOf(
  { currency, network: name }: Pick<Typed, 'currency' | 'network'>,
  setUp: SetUpNetworks,
): { network: Network; asset: AssetCode } {
  const known = Object.values(networks).find((each) => each.name === name) ?? refuse('network-off', { reason: 'not-built' }); // oxfmt-ignore
  const coin = coinOn(known, currency) ?? refuse('unknown-coin');
  const fault = setUp.pays(known.name);
  if (fault !== '') refuse('network-off', { reason: fault });
  return { network: setUp.get(known.name)!.network, asset: coin.asset };
}
