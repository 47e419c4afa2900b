// SQL of the outputs of our own paying wallets, on networks where a transaction spends outputs of earlier ones. Whoever follows the chain writes
// them with each block; whoever pays reads them.
import type { Block, NetworkName } from '@candor/chain';
import { boolean, columns, integer, safeInteger, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

export interface WalletAddress {
  branch: number;
  addressIndex: number;
  address: string;
}

/** Outputs to these addresses are kept from the next block on. */
export async function keepWalletAddresses(
  database: Database,
  { network, wallet, addresses }: { network: NetworkName; wallet: string; addresses: readonly WalletAddress[] },
): Promise<void> {
  await database.query(
    `insert into wallet_addresses (network, wallet, branch, address_index, address)
     select $1, $2, * from unnest ($3::int[], $4::int[], $5::text[]) on conflict do nothing`,
    [
      network,
      wallet,
      addresses.map(({ branch }) => branch),
      addresses.map(({ addressIndex }) => addressIndex),
      addresses.map(({ address }) => address),
    ],
  );
}

/** Writes what blocks pay to wallets, and what they spend of theirs; an output may be made and spent in the same blocks. */
export async function takeWalletOutputs(
  database: Database,
  { network, blocks }: { network: NetworkName; blocks: readonly Block[] },
): Promise<void> {
  // Blocks of other networks have no inputs, not even an empty list.
  const withInputs = blocks.filter(({ inputs: spent }) => spent !== undefined);
  if (withInputs.length === 0) return;
  const inputs = withInputs.flatMap(({ height, inputs: spent = [] }) => spent.map((input) => ({ ...input, height })));
  const paid = withInputs.flatMap(({ height, credits }) => credits.map((credit) => ({ ...credit, height })));
  await database.query(
    `insert into wallet_outputs (network, txid, ordinal, wallet, branch, address_index, units, height)
     select $1, paid.txid, paid.ordinal, a.wallet, a.branch, a.address_index, paid.units, paid.height
     from unnest ($2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[]) as paid (height, txid, ordinal, address, units)
     join wallet_addresses a on a.network = $1 and a.address = paid.address`,
    [
      network,
      paid.map(({ height }) => height),
      paid.map(({ txid }) => txid),
      paid.map(({ ordinal }) => ordinal),
      paid.map(({ address }) => address),
      paid.map(({ units }) => String(units)),
    ],
  );
  await database.query(
    `update wallet_outputs o set spent_by = input.txid, spent_height = input.height
     from unnest ($2::bigint[], $3::text[], $4::text[], $5::bigint[]) as input (height, txid, of_txid, of_ordinal)
     where o.network = $1 and (o.txid, o.ordinal) = (input.of_txid, input.of_ordinal) and o.spent_by is null`,
    [
      network,
      inputs.map(({ height }) => height),
      inputs.map(({ txid }) => txid),
      inputs.map(({ of }) => of.txid),
      inputs.map(({ of }) => of.ordinal),
    ],
  );
}

/** Takes back what blocks above this height told. */
export async function dropWalletOutputs(
  database: Database,
  { network, above }: { network: NetworkName; above: number },
): Promise<void> {
  await database.query(
    'update wallet_outputs set spent_by = null, spent_height = null where network = $1 and spent_height > $2',
    [network, above],
  );
  await database.query('delete from wallet_outputs where network = $1 and height > $2', [network, above]);
}

const unspentOutput = columns({
  txid: text(),
  ordinal: safeInteger,
  branch: integer,
  addressIndex: integer,
  units: text(),
  confirmations: safeInteger,
  isOwnChange: boolean,
});
export interface UnspentOutput {
  txid: string;
  ordinal: number;
  branch: number;
  addressIndex: number;
  units: bigint;
  confirmations: number;
  /** The wallet itself made it, as change: nobody else can take back the transaction. */
  isOwnChange: boolean;
}

export async function readUnspentOutputs(
  database: Database,
  { network, wallet }: { network: NetworkName; wallet: string },
): Promise<UnspentOutput[]> {
  const rows = await select(
    database,
    unspentOutput,
    `select ${unspentOutput.list} from (select o.*, c.height - o.height + 1 as confirmations, exists (select from wallet_outputs s
         where s.network = o.network and s.wallet = o.wallet and s.spent_by = o.txid) as is_own_change
       from wallet_outputs o join chain_cursors c on c.network = o.network
       where o.network = $1 and o.wallet = $2 and o.spent_by is null) as of_wallet
     order by txid, ordinal`,
    [network, wallet],
  );
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }));
}

const followed = columns({ height: safeInteger });

/** Returns the height of the newest block that was followed; undefined before the first one. */
export const readFollowedHeight = async (database: Database, network: NetworkName): Promise<number | undefined> =>
  (await selectOne(database, followed, `select ${followed.list} from chain_cursors where network = $1`, [network]))
    ?.height;

const spending = columns({
  txid: text().as('spent_by'),
  height: safeInteger.as('spent_height'),
  confirmations: safeInteger.as('c.height - spent_height + 1'),
});

/**
 * Returns which transactions in blocks spend these outputs, `txid:ordinal` each, and how many blocks confirm each of them. Read in one statement: a
 * chain that is replaced meanwhile gives no mixture of two.
 */
export const readSpendings = (
  database: Database,
  { network, outpoints }: { network: NetworkName; outpoints: readonly string[] },
) =>
  select(
    database,
    spending,
    `select distinct ${spending.list} from wallet_outputs o join chain_cursors c using (network)
     where o.network = $1 and spent_by is not null and (txid, ordinal) in (select * from unnest ($2::text[], $3::bigint[]))`,
    [network, outpoints.map((outpoint) => outpoint.slice(0, 64)), outpoints.map((outpoint) => outpoint.slice(65))],
  );

/** Returns true if a block of the chain has this output, `txid:ordinal`, of one of our wallets, spent or not. */
export async function hasWalletOutput(
  database: Database,
  { network, outpoint }: { network: NetworkName; outpoint: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from wallet_outputs where network = $1 and txid = $2 and ordinal = $3',
    [network, outpoint.slice(0, 64), outpoint.slice(65)],
  );
  return rowCount !== 0;
}
