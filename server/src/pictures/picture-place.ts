// Where sealed pictures lie, each under its id.

export interface PicturePlace {
  /** Whether it is this deployment's: else nothing is removed from it. */
  isOurs(): Promise<boolean>;
  /** Visible when it is whole; one that fails leaves nothing, or what `removeStrays` finds. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** Undefined where there is none. */
  get(id: string): Promise<Buffer | undefined>;
  /** Also where there is none. */
  remove(id: string): Promise<void>;
  /** Those that are older than this and that nobody knows: what a killed process or a failed removal left behind. */
  removeStrays(before: number, knownAmong: (names: readonly string[]) => Promise<Set<string>>): Promise<void>;
}

const failuresMax = 5;

/** One that can't be removed holds the others up no longer than it takes to see that; the first failure is thrown at the end. */
export async function removeAll(names: readonly string[], remove: (name: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const name of names) {
    await remove(name).catch((error: unknown) => void failures.push(error));
    if (failures.length === failuresMax) break;
  }
  if (failures.length > 0) throw failures[0];
}
