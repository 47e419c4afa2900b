// A picture as the server gives it now. By its address a browser may show one that this page has shown before, also where the answer said
// that nobody keeps it: then somebody looks, and no look is noted.

/** Undefined where it can't be shown. */
export async function loadPicture(path: string, signal: AbortSignal): Promise<Blob | undefined> {
  try {
    const response = await fetch(path, { cache: 'no-store', signal });
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}
