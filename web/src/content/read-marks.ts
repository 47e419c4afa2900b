// What a person has opened on this device.
import { useEffect } from 'react';
import { preferences, setPreferences, usePreferences } from '../device/preferences.ts';

const marksMax = 300;

export const useReadMarks = (): readonly string[] => usePreferences((kept) => kept.readContent);

/** Marks what is shown as read: `news/slug`. */
export function useMarkRead(marks: readonly string[]): void {
  const all = marks.join(' ');
  useEffect(() => {
    const known = preferences().readContent;
    const fresh = all.split(' ').filter((mark) => mark !== '' && !known.includes(mark));
    if (fresh.length > 0) setPreferences({ readContent: [...fresh, ...known].slice(0, marksMax) });
  }, [all]);
}
