// What this device remembers, or a tab of it. Storage may be switched off or full: then nothing is remembered, and all else goes on.

type Place = () => Storage;
const device: Place = () => localStorage;

export function storedText(name: string, place = device): string | null {
  try {
    return place().getItem(name);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function storeText(name: string, text: string | null, place = device): void {
  try {
    if (text === null) place().removeItem(name);
    else place().setItem(name, text);
  } catch {
    // As above.
  }
}
