// Audit rule for deposits: asks a node whether each credited deposit is really on the chain.
import {
  askSecondNode,
  depositKey,
  type BaseUnits,
  type ChainSource,
  type Deposit,
  type NetworkName,
  type NodeVerdict,
} from '@candor/chain';
import { wireId, type AssetCode, type Uuid } from '@candor/wire';
import { countJudged, judgeEach, type ChainVerdict } from '../chains/judged-by-chain.ts';
import type { Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

interface CreditedRow {
  id: Uuid;
  network: NetworkName;
  txid: string;
  ordinal: number;
  asset: AssetCode;
  address: string;
  tag: number | null;
  units: string;
  isCleared: boolean;
  height: number | null;
  hash: string | null;
}

interface Asked {
  /** Throws if no node of the network can be asked. */
  open: (network: NetworkName) => Promise<ChainSource>;
  /** Limits the rule to deposits of these hours; without it all deposits are checked. */
  lastHours?: number | undefined;
}

const blocksAtOnce = 4;

/**
 * A deposit that is frozen completely is skipped, since no customer can spend it. If only a part is frozen, the rest was spent and must be on
 * the chain. A deposit that two operators cleared counts as right, even if the node denies it.
 */
export const depositsOnChainRule = ({ open, lastHours }: Asked): Invariant => ({
  name: 'each credited deposit is in a final block of the chain, as its row says',
  async sql(database) {
    const { rows } = await database.query(
      sql`select deposit_id as id, d.network, txid, ordinal, d.asset, address, tag::float8 as tag, units, is_cleared as "isCleared",
          block_height::float8 as height, block_hash as hash
        from deposits d left join network_coins c on c.network = d.network and c.asset = d.asset
        where credited_at is not null and (on_hold = 0 or on_hold * 10::numeric ^ c.decimals < units::numeric)
          and (${lastHours ?? null}::float8 is null or credited_at > clock_timestamp() - ${lastHours ?? null}::float8 * interval '1 hour')
        order by credited_at`.query,
    );
    if (rows.length === 0) return countJudged([]);
    const sources = new Map<NetworkName, Promise<ChainSource>>();
    const sourceOf = (network: NetworkName): Promise<ChainSource> => {
      const source = sources.get(network) ?? open(network);
      sources.set(network, source);
      return source;
    };
    const byBlock = [
      ...Map.groupBy(rows as unknown as CreditedRow[], ({ network, hash }) => `${network} ${hash}`).values(),
    ];
    const judged = await judgeEach(byBlock, blocksAtOnce, async (inBlock) => {
      const { network } = inBlock[0]!;
      const found = await askSecondNode(await sourceOf(network), network, inBlock.map(depositOf));
      return inBlock.map((row) => ({ name: wireId('deposit', row.id), verdict: verdictOf(row, found) }));
    });
    return countJudged(judged.flat());
  },
});

function verdictOf(row: CreditedRow, found: ReadonlyMap<string, NodeVerdict>): ChainVerdict {
  if (row.isCleared) return 'right';
  // A deposit without a block was in a block that the chain replaced.
  if (row.hash === null) return 'wrong';
  const verdict = found.get(depositKey(row.network, depositOf(row)));
  return verdict === 'agrees' ? 'right' : verdict === 'contradicts' ? 'wrong' : 'unknown';
}

const depositOf = ({
  network,
  txid,
  ordinal,
  asset,
  address,
  tag,
  units,
  isCleared,
  height,
  hash,
}: CreditedRow): Deposit => ({
  network,
  txid,
  ordinal,
  asset,
  address,
  ...(tag === null ? {} : { tag }),
  units: BigInt(units) as BaseUnits,
  state: 'credited',
  isCleared,
  ...(height === null || hash === null ? {} : { block: { height, hash } }),
});
