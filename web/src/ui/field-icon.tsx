import type { ReactNode } from 'react';
import type { Icon } from './button.tsx';

/** Inside a field's box, before its text: says what the field is for. */
export const FieldIcon = ({ icon: IconPart }: { icon: Icon }): ReactNode => (
  <span className="ps-3 text-faint">
    <IconPart className="size-5" strokeWidth={1.75} aria-hidden />
  </span>
);
