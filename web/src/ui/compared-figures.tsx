// The same figures before and after: what has changed stands out, and what has not stays quiet.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface ComparedFiguresProps {
  /** Over the figures before and after. */
  columns: readonly [string, string];
  rows: readonly { label: string; before: string; after: string }[];
}

export const ComparedFigures = ({ columns, rows }: ComparedFiguresProps): ReactNode => (
  <table className="w-full text-small">
    <thead>
      <tr className="text-tiny text-faint">
        <td />
        {columns.map((column) => (
          <th key={column} scope="col" className="py-0.5 text-end font-normal">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label, before, after }) => (
        <tr key={label}>
          <th scope="row" className="py-0.5 pe-2 text-start font-normal text-secondary">
            {label}
          </th>
          <td className={clsx('py-0.5 text-end', before === after ? 'text-secondary' : 'text-warn')}>
            {before === after ? <Figure text={before} /> : <Gone text={before} />}
          </td>
          <td className={clsx('py-0.5 ps-2 text-end', before === after ? 'text-secondary' : 'font-strong text-text')}>
            <Figure text={after} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Figure = ({ text }: { text: string }): ReactNode => (
  <bdi dir="ltr" className="figure">
    {text}
  </bdi>
);

const Gone = ({ text }: { text: string }): ReactNode => (
  <s>
    <Figure text={text} />
  </s>
);
