// What a proposal is decided on: each fact as it was, and as it is now where that is something else.
import { Badge } from '@candor/web/ui/badge.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import type { ReactNode } from 'react';
import facts from '../text/en/facts.json';
import type { NamesIn } from '../text/keys.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useWords, type CodeKind } from '../text/wire-words.ts';
import { flatten } from './flatten.ts';
import { textOf } from './value-text.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Below it, milliseconds are how long something takes. */
const firstTime = Date.UTC(2020, 0);

/** Facts whose values are codes. */
const codesIn: Readonly<Record<string, CodeKind>> = {
  book: 'book',
  bucket: 'bucket',
  drawing: 'drawing',
  prize_kind: 'prize',
  roles: 'role',
  state: 'state',
  verified_by: 'verifier',
};

interface FactRow {
  name: string;
  before: unknown;
  now: unknown;
}

export function FactsTable({
  label,
  asProposed,
  now,
}: {
  label: string;
  asProposed: Facts;
  now?: Facts | null;
}): ReactNode {
  const t = useT();
  const [before, after] = [flatten(asProposed), flatten(now ?? asProposed)];
  const rows = Object.keys(before).map((name): FactRow => ({ name, before: before[name], now: after[name] }));
  const isCompared = now !== undefined && now !== null;
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { key: 'name', label: t('acts.fact'), cell: ({ name }) => <FactName name={name} /> },
        { key: 'then', label: t('acts.asProposed'), cell: (row) => <FactValue name={row.name} value={row.before} /> },
        ...(isCompared ? [{ key: 'now', label: t('acts.now'), cell: (row: FactRow) => <NowValue row={row} /> }] : []),
      ]}
    />
  );
}

function NowValue({ row }: { row: FactRow }): ReactNode {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <FactValue name={row.name} value={row.now} />
      {textOf(row.before) !== textOf(row.now) && <Badge tone="warn">{t('acts.changed')}</Badge>}
    </span>
  );
}

/** A name that has no words of its own is shown as the call has it. */
function FactName({ name }: { name: string }): ReactNode {
  const t = useT();
  return <span>{name.split('.').map((part) => (part in facts ? t(`facts.${part as NamesIn<'facts'>}`) : part)).join(' · ')}</span>; // oxfmt-ignore
}

function FactValue({ name, value }: { name: string; value: unknown }): ReactNode {
  const [t, formats, word] = [useT(), useFormats(), useWords()];
  const codes = codesIn[name.split('.').at(-1)!];
  if (codes && Array.isArray(value))
    return <span>{value.map((each) => word(codes, String(each))).join(', ') || '–'}</span>;
  if (typeof value === 'string' && codes) return <span>{word(codes, value)}</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'acts.yes' : 'acts.no')}</span>;
  const isTime = name.endsWith('_ms') && typeof value === 'number' && value > firstTime;
  return <span className="wrap-anywhere">{isTime ? formats.dateTime(value, 'seconds') : textOf(value)}</span>;
}
