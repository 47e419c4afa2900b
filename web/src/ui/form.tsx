// A form whose faults its fields say, in the person's language, and not the browser.
import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';

export interface FormProps {
  onSubmit: () => void;
  ref?: Ref<HTMLFormElement>;
  /** For screen readers, where no heading names it. */
  label?: string;
  /** Its gaps, where they are others than gap-3. */
  className?: string;
  /** On a phone its parts stand in the page itself, so that buttons can belong to the page's foot. */
  isOpen?: boolean;
  children: ReactNode;
}

export const Form = ({ onSubmit, ref, label, className = 'gap-3', isOpen, children }: FormProps): ReactNode => (
  <form
    ref={ref}
    className={clsx(isOpen ? 'contents wide:flex' : 'flex', 'flex-col', className)}
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
