// A form whose faults its fields say, in the person's language, and not the browser.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface FormProps {
  onSubmit: () => unknown;
  /** For screen readers, where no heading names it. */
  label?: string;
  /** Of a column: its gaps. */
  className: string;
  children: ReactNode;
}

export const Form = ({ onSubmit, label, className, children }: FormProps): ReactNode => (
  <form
    className={clsx('flex flex-col', className)}
    aria-label={label}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);
