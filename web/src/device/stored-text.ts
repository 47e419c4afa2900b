// What this device remembers. Storage may be switched off or full: then nothing is remembered, and all else goes on.

export function storedText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function storeText(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // As above.
  }
}
