// Tabs over panels; a swipe on the panel goes to the neighbour, mirrored when text runs from the right.
import { clsx } from 'clsx';
import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode, TouchEvent } from 'react';
import { useKit } from './kit-provider.tsx';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Of the chosen tab. */
  children: ReactNode;
  /** Tabs share the width evenly. */
  isEven?: boolean;
}

const swipeMin = 56;
/** What is itself moved by a finger across the panel. */
const keepsSwipe = 'input, [data-keeps-swipe], .scroll-row, [role=dialog]';

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  isEven,
}: TabsProps<Value>): ReactNode {
  const id = useId();
  const { direction } = useKit();
  const touched = useRef<{ x: number; y: number }>(undefined);
  const list = useRef<HTMLDivElement>(null);

  const tabAt = (place: number): HTMLElement | undefined => list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]; // oxfmt-ignore

  function go(step: number): void {
    const place = tabs.findIndex((tab) => tab.value === value) + step;
    const next = tabs[place];
    if (!next) return;
    onChange(next.value);
    tabAt(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  const towardsEnd = direction === 'rtl' ? -1 : 1;

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: towardsEnd, ArrowLeft: -towardsEnd, Home: -tabs.length, End: tabs.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const now = tabs.findIndex((tab) => tab.value === value);
    const place = Math.min(tabs.length - 1, Math.max(0, now + step));
    go(place - now);
    tabAt(place)?.focus();
  }

  function onTouchEnd(event: TouchEvent): void {
    const [start, end] = [touched.current, event.changedTouches[0]];
    touched.current = undefined;
    if (!start || !end) return;
    const [x, y] = [end.clientX - start.x, end.clientY - start.y];
    if (Math.abs(x) < swipeMin || Math.abs(x) < 2 * Math.abs(y)) return;
    go(x < 0 ? towardsEnd : -towardsEnd);
  }

  return (
    <div className="flex flex-col">
      <div ref={list} role="tablist" aria-label={label} className="scroll-row flex border-b border-line">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={clsx(
              'min-h-touch min-w-touch shrink-0 border-b-2 px-3 text-body outline-offset-[-3px]',
              isEven && 'flex-1 narrow:flex-auto',
              tab.value === value ? 'border-accent font-strong text-text' : 'border-transparent text-secondary',
            )}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        onTouchStart={({ touches, target, currentTarget }) => {
          const touch = touches.length === 1 && isPanels(target, currentTarget) ? touches[0] : undefined;
          touched.current = touch && { x: touch.clientX, y: touch.clientY };
        }}
        onTouchEnd={onTouchEnd}
      >
        {children}
      </div>
    </div>
  );
}

/** A touch on the panel itself: sheets that are opened from it lie elsewhere in the document but tell it of theirs. */
const isPanels = (target: EventTarget, panel: Element): boolean =>
  target instanceof Element && panel.contains(target) && target.closest(keepsSwipe) === null;
