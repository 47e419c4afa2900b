// How many tests of a part passed, and what all parts come to.

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What is known of tests that failed, each with its name and reason. */
  failures?: readonly string[];
}

interface Part extends Tally {
  name: string;
  seconds: number;
}

export class Report {
  readonly #parts: Part[] = [];

  /** Runs a part and notes its tally and time; one that throws counts as failed. */
  async run(name: string, part: () => Promise<Tally>): Promise<void> {
    const startedAt = performance.now();
    console.log(`\n▶ ${name}`);
    let tally: Tally = { passed: 0, failed: 1, skipped: 0 };
    try {
      tally = await part();
      // A part in which nothing ran has shown nothing.
      if (tally.passed + tally.failed === 0) tally = { ...tally, failed: 1 };
    } catch (error) {
      console.error(error);
    }
    this.#parts.push({ name, ...tally, seconds: (performance.now() - startedAt) / 1_000 });
  }

  /** Prints what failed, a line for each part and the sum as the very last line; returns the exit code. */
  finish(): number {
    console.log('');
    // Said again here: who reads the end of a long run wants to know why without looking for it.
    for (const failure of this.#parts.flatMap(({ failures = [] }) => failures)) console.log(`✖ ${failure}\n`);
    for (const part of this.#parts) {
      const mark = part.failed > 0 ? '✖' : '✔';
      console.log(`${mark} ${part.name.padEnd(10)} ${words(part).padEnd(40)} ${part.seconds.toFixed(1)} s`);
    }
    const sum = this.#parts.reduce(add, { passed: 0, failed: 0, skipped: 0 });
    console.log(`\n${words(sum)}`);
    return sum.failed > 0 ? 1 : 0;
  }
}

export const add = (left: Tally, right: Tally): Tally => ({
  passed: left.passed + right.passed,
  failed: left.failed + right.failed,
  skipped: left.skipped + right.skipped,
  failures: [...(left.failures ?? []), ...(right.failures ?? [])],
});

const words = ({ passed, failed, skipped }: Tally): string => `${passed} passed, ${failed} failed, ${skipped} skipped`;
