// All that a draw is recomputed from, and the proof of one ticket; what has ended is kept as it was answered.
import { proveTicket } from '@candor/proof/draw';
import { formatAmount, parseWireId, wireId, type DrawDocument, type Uuid } from '@candor/wire';
import { LRUCache } from 'lru-cache';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { proveEntry } from '../public-log/prove-entry.ts';
import { beaconMessage, numbersOf, type DrawnPeriod } from './period.ts';
import { findPeriod, readTicketList } from './store.ts';

const listsKept = 8;

export interface DrawReads {
  document: (id: string) => Promise<DrawDocument>;
  ticketProof: (id: string, number: number) => Promise<{ order_id: string; number: number; size: number; root: string; hashes: string[] }>; // oxfmt-ignore
}

export function createDrawReads(pool: Pool): DrawReads {
  /** A published list never changes. */
  const lists = new LRUCache<Uuid, string[]>({ max: listsKept });

  async function published(id: string): Promise<{ period: DrawnPeriod; root: string; list: string[] }> {
    const periodId = parseWireId('period', id) ?? refuse('not-found');
    const period = (await findPeriod(pool, periodId)) ?? refuse('not-found');
    const root = period.root ?? refuse('not-found');
    let list = lists.get(periodId);
    if (!list) {
      list = (await readTicketList(pool, periodId)).map(({ ticketId }) => wireId('ticket', ticketId));
      lists.set(periodId, list);
    }
    return { period, root, list };
  }

  return {
    async document(id) {
      const { period, root, list } = await published(id);
      const log = await proveEntry(pool, period.logSeq!);
      return {
        version: 1,
        kind: 'draw',
        period: {
          periods_id: id,
          good_id: period.goodId,
          number: period.number,
          price: formatAmount(period.price),
          tickets: period.tickets,
          tickets_min: period.ticketsMin,
          winners: period.winners,
          rebate: formatAmount(period.rebate),
          prize_kind: period.prizeKind,
          prize: formatAmount(period.prize),
          draw_delay_ms: period.drawDelayMs,
        },
        beacon: beaconMessage(period.beacon),
        closed_ms: period.closedAt!,
        list,
        root,
        round: period.round!,
        log,
        signature: period.signature,
        winners: period.winningNum === null ? null : numbersOf(period.winningNum),
      };
    },
    async ticketProof(id, number) {
      const { root, list } = await published(id);
      const order_id = list[number - 1] ?? refuse('not-found');
      return { order_id, number, size: list.length, root, hashes: proveTicket(list, number) };
    },
  };
}
