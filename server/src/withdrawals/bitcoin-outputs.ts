// Which outputs of the wallet a payment may spend: confirmed ones that no other payment has taken.
import { changeBranch, type ChainPayments, type Network, type SpentOutput, type WalletPath } from '@candor/chain';
import { readUnspentOutputs, type UnspentOutput } from '../chains/wallet-outputs.ts';
import { columns, safeInteger, text } from '../kit/columns.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

export interface OfWallet {
  network: Network;
  wallet: string;
  payments: ChainPayments;
}

/** Returns confirmed outputs. Change of the wallet's own payments needs one block; what others paid can be replaced by them and needs as many as a deposit. */
export async function readSpendable(pool: Pool, { network, wallet, payments }: OfWallet): Promise<SpentOutput[]> {
  const unspent = await readUnspentOutputs(pool, { network: network.name, wallet });
  const confirmed = unspent
    .filter(({ isOwnChange, confirmations }) => confirmations >= (isOwnChange ? 1 : network.requires.confirmations))
    .map(spentOutput);
  const taken = await readTaken(pool, { network, wallet, payments });
  return confirmed.filter(({ txid, vout }) => !taken.has(`${txid}:${vout}`));
}

const spentOutput = ({ txid, ordinal, units, branch, addressIndex }: UnspentOutput): SpentOutput => ({
  txid,
  vout: ordinal,
  units,
  path: { branch: branch as WalletPath['branch'], index: addressIndex },
});

const place = columns({ place: text() });
const bytes = columns({ unsigned: text() });

/**
 * Returns the outputs of all payments that may have been signed. The signer signs no other payment with an output of them, so they stay taken after
 * a payment has failed, and those that only a later replacement spends after an earlier transaction was made. Outputs that a payment gave back before
 * it was signed are not taken.
 */
async function readTaken(pool: Pool, { network: { name }, wallet, payments }: OfWallet): Promise<Set<string>> {
  const [places, replacements] = await Promise.all([
    select(
      pool,
      place,
      `select ${place.list} from withdrawal_places p join withdrawals w using (account_id, withdrawal_id)
       where p.network = $1 and p.wallet = $2 and (p.freed_at is null or w.state = 'failed')
         and not exists (select from wallet_outputs o where o.network = p.network and o.spent_by is not null and o.txid || ':' || o.ordinal = p.place)`,
      [name, wallet],
    ),
    select(
      pool,
      bytes,
      `select r.unsigned from withdrawal_replacements r join withdrawals w using (account_id, withdrawal_id)
       where w.network = $1 and w.wallet = $2 and (w.state in ('broadcast', 'failed') or w.state = 'sent' and r.turn > coalesce(
         (select made.turn from withdrawal_replacements made where made.account_id = w.account_id
            and made.withdrawal_id = w.withdrawal_id and made.txid = w.current_txid), 0))`,
      [name, wallet],
    ),
  ]);
  const read = await Promise.all(replacements.map(({ unsigned }) => payments.read(unsigned, wallet)));
  return new Set([...places.map((each) => each.place), ...read.flatMap((payment) => payment?.places ?? [])]);
}

const next = columns({ addressIndex: safeInteger });

/** Returns an index of the change branch that no payment had before, and keeps its address. The caller holds the lock of the wallet. */
export async function takeChangePath(
  database: Database,
  { network, wallet, addressAt }: { network: Network; wallet: string; addressAt: (path: WalletPath) => string },
): Promise<WalletPath> {
  const found = await selectOne(
    database,
    next,
    `select coalesce(max(address_index) + 1, 0) as address_index from wallet_addresses where network = $1 and wallet = $2 and branch = $3`,
    [network.name, wallet, changeBranch],
  );
  const path: WalletPath = { branch: changeBranch, index: found!.addressIndex };
  await database.query(
    'insert into wallet_addresses (network, wallet, branch, address_index, address) values ($1, $2, $3, $4, $5)',
    [network.name, wallet, path.branch, path.index, addressAt(path)],
  );
  return path;
}
