// Around a list: its filters and what else can be done with it, its pages, and keys as they are pressed.
import { Button } from '@candor/web/ui/button.tsx';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

export const Toolbar = ({ children, end }: { children: ReactNode; end: ReactNode }): ReactNode => (
  <div className="flex flex-wrap items-end gap-3">
    {children}
    <div className="ms-auto flex items-center gap-1">{end}</div>
  </div>
);

interface PagerProps {
  label: string;
  text: string;
  /** Page 0 is none. */
  back: { label: string; page: number };
  next: { label: string; page: number };
  onPage: (page: number) => void;
}

export const Pager = ({ label, text, back, next, onPage }: PagerProps): ReactNode => (
  <nav aria-label={label} className="flex items-center justify-end gap-3 text-small text-secondary">
    <span role="status">{text}</span>
    {[back, next].map((step) => (
      <Button key={step.label} look="secondary" isSmall isDisabled={step.page === 0} onPress={() => onPage(step.page)}>
        {step.label}
      </Button>
    ))}
  </nav>
);

export const DownloadLink = ({ href, label }: { href: string; label: string }): ReactNode => (
  <a
    href={href}
    download
    className="inline-flex min-h-touch items-center gap-1.5 rounded-control px-3 text-small font-strong text-link active:bg-sunk"
  >
    <Download className="size-4" strokeWidth={1.75} aria-hidden />
    {label}
  </a>
);

/** Opens below its name; several can be on. */
export const CheckMenu = ({
  label,
  items,
  onToggle,
}: {
  label: string;
  items: readonly { key: string; label: string; isOn: boolean }[];
  onToggle: (key: string) => void;
}): ReactNode => (
  <details className="relative">
    <summary className="inline-flex min-h-touch list-none items-center rounded-control px-3 text-small font-strong text-link active:bg-sunk">
      {label}
    </summary>
    <ul className="absolute end-0 z-10 flex w-56 flex-col rounded-card border border-line bg-raised p-2 shadow-lift">
      {items.map((item) => (
        <li key={item.key}>
          <label className="flex min-h-touch items-center gap-2 px-2 text-small">
            <input type="checkbox" checked={item.isOn} onChange={() => onToggle(item.key)} className="size-4" />
            {item.label}
          </label>
        </li>
      ))}
    </ul>
  </details>
);

export const Key = ({ children }: { children: string }): ReactNode => (
  <kbd className="rounded-control border border-line bg-sunk px-1.5 py-0.5 font-sans text-small">{children}</kbd>
);
