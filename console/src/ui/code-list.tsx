import type { ReactNode } from 'react';

/** Codes to be kept, in two columns. */
export const CodeList = ({ codes }: { codes: readonly string[] }): ReactNode => (
  <ul className="my-3 grid grid-cols-2 gap-1">
    {codes.map((code) => (
      <li key={code}>
        <code className="figure">{code}</code>
      </li>
    ))}
  </ul>
);
