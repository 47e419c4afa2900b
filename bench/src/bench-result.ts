/** What a benchmark leaves. */
export interface BenchResult {
  /** For people. */
  text: string;
  /** For programs. */
  json: Record<string, unknown>;
  /** What must hold and did not; anything here makes the run fail. */
  faults: readonly string[];
}
