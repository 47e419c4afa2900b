// The SQL of corrections and of their proposals.
import { isDeepStrictEqual } from 'node:util';
import { digestOfCorrection, noCorrectionBefore, signCorrection } from '@candor/proof';
import { correctionByIndex, formatAmount, toInstant, wad } from '@candor/wire';
import type { CandleCorrection, CandlePrices, CoinCode, CorrectionReason, Uuid } from '@candor/wire';
import { inTransaction } from '../../kit/in-transaction.ts';
import { arrayOf } from '../../kit/postgres.ts';
import type { Pool } from '../../kit/postgres.ts';

export interface NewCorrection {
  coin: CoinCode;
  minuteMs: number;
  before: CandlePrices;
  after: CandlePrices;
  reason: CorrectionReason;
  note: string;
  /** Left out for what the index does by itself. */
  approval?: { proposalId: Uuid; proposedBy: string; approvedBy: string };
}

const writerLock = 0x63616e65;

/**
 * Signs a correction and puts it behind the last one; the only way that one is written. What another process has found out by itself
 * in the same way, or carried out for the same proposal, is not written again: its correction is returned.
 */
export async function appendCorrection(
  pool: Pool,
  correction: NewCorrection,
  { signingKey, now }: { signingKey: string; now: number },
): Promise<CandleCorrection> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [writerLock]);
    const { rows } = await client.query<{ id: number; hash: string }>(
      `select correction_id as id, encode(hash, 'hex') as hash from market_corrections order by correction_id desc limit 1`,
    );
    const { coin, minuteMs, before, after, reason, note, approval } = correction;
    const known = (await readCorrections(client, ofMinute(correction))).at(-1);
    const isDone = approval ? await isMade(client, approval.proposalId) : isDeepStrictEqual(known?.after, after);
    if (known && isDone) {
      await client.query('rollback');
      return known;
    }
    const signed = signCorrection(
      {
        id: (rows[0]?.id ?? 0) + 1,
        coin,
        minute_ms: minuteMs,
        before,
        after,
        reason,
        note,
        proposed_by: approval?.proposedBy ?? correctionByIndex,
        approved_by: approval?.approvedBy ?? correctionByIndex,
        corrected_at: toInstant(now),
        previous: rows[0]?.hash ?? noCorrectionBefore,
      },
      signingKey,
    );
    await client.query(
      `insert into market_corrections
         (correction_id, coin, minute_ms, before_prices, after_prices, reason, note, proposal_id, proposed_by, approved_by,
          corrected_ms, previous_hash, hash, public_key, signature)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, decode($12, 'hex'), decode($13, 'hex'), decode($14, 'hex'),
               decode($15, 'hex'))`,
      [
        signed.id,
        coin,
        minuteMs,
        pricesParameter(before),
        pricesParameter(after),
        reason,
        note,
        approval?.proposalId,
        signed.proposed_by,
        signed.approved_by,
        now,
        signed.previous,
        digestOfCorrection(signed),
        signed.public_key,
        signed.signature,
      ],
    );
    return signed;
  });
}

async function isMade(database: Pick<Pool, 'query'>, proposalId: Uuid): Promise<boolean> {
  return (await database.query('select from market_corrections where proposal_id = $1', [proposalId])).rowCount === 1;
}

const ofMinute = ({ coin, minuteMs }: NewCorrection): CorrectionsWanted => ({
  coin,
  fromMs: minuteMs,
  toMs: minuteMs,
  afterId: 0,
  limit: 1_000,
});

interface CorrectionRow {
  correction_id: number;
  coin: string;
  minute_ms: number;
  before_prices: string[];
  after_prices: string[];
  reason: CorrectionReason;
  note: string;
  proposed_by: string;
  approved_by: string;
  corrected_ms: number;
  previous: string;
  public_key: string;
  signature: string;
}
// As text: the driver would read an array of numbers into floats.
const prices = 'before_prices::text[] as before_prices, after_prices::text[] as after_prices';

/** 0 while there is none. */
export async function newestCorrectionId(pool: Pick<Pool, 'query'>): Promise<number> {
  const text = 'select coalesce(max(correction_id), 0)::int as id from market_corrections';
  return (await pool.query<{ id: number }>(text)).rows[0]!.id;
}

export interface CorrectionsWanted {
  coin?: CoinCode | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  afterId: number;
  limit: number;
}

export async function readCorrections(
  pool: Pick<Pool, 'query'>,
  wanted: CorrectionsWanted,
): Promise<CandleCorrection[]> {
  const { rows } = await pool.query<CorrectionRow>(
    `select correction_id, coin, minute_ms, ${prices}, reason, note, proposed_by, approved_by, corrected_ms,
            encode(previous_hash, 'hex') as previous, encode(public_key, 'hex') as public_key,
            encode(signature, 'hex') as signature
     from market_corrections
     where correction_id > $1 and ($2::text is null or coin = $2) and ($3::bigint is null or minute_ms >= $3)
       and ($4::bigint is null or minute_ms <= $4)
     order by correction_id limit $5`,
    [wanted.afterId, wanted.coin, wanted.fromMs, wanted.toMs, wanted.limit],
  );
  return rows.map((row) => ({
    id: row.correction_id,
    coin: row.coin,
    minute_ms: row.minute_ms,
    before: readPrices(row.before_prices),
    after: readPrices(row.after_prices),
    reason: row.reason,
    note: row.note,
    proposed_by: row.proposed_by,
    approved_by: row.approved_by,
    corrected_at: toInstant(row.corrected_ms),
    previous: row.previous,
    public_key: row.public_key,
    signature: row.signature,
  }));
}

const pricesParameter = ({ open, high, low, close }: CandlePrices): string =>
  arrayOf([open, high, low, close], (price) => price);

function readPrices(columns: readonly string[]): CandlePrices {
  const [open, high, low, close] = columns.map((text) => formatAmount(wad(text))) as [string, string, string, string];
  return { open, high, low, close };
}
