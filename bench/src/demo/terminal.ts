// Plain lines for a person: steps, what was found, and whether it is right. Colour and a moving line only on a terminal.

export interface Terminal {
  say(line: string): void;
  step(title: string): void;
  /** A number or fact of the step. */
  show(line: string): void;
  check(claim: string, isRight: boolean): void;
  wrong(claim: string): void;
  /** Overwritten by the next on a terminal; elsewhere every fifth is a line of its own. */
  running(line: string): void;
  /** Prints the verdict and returns the exit code. */
  conclude(): number;
}

const elsewhereEvery = 5;

export function openTerminal(output: NodeJS.WriteStream = process.stdout): Terminal {
  const isTerminal = output.isTTY;
  const hasColour = isTerminal && process.env['NO_COLOR'] === undefined;
  const paint = (code: number, text: string): string => (hasColour ? `\x1b[${code}m${text}\x1b[0m` : text);
  let steps = 0;
  let right = 0;
  const wrong: string[] = [];
  let runningLines = 0;
  let isRunning = false;

  function line(text: string): void {
    if (isRunning && isTerminal) output.write('\r\x1b[K');
    isRunning = false;
    output.write(`${text}\n`);
  }

  const terminal: Terminal = {
    say: line,
    step: (title) => line(`\n${paint(1, `${++steps}. ${title}`)}`),
    show: (text) => line(`   ${text}`),
    check(claim, isRight) {
      if (!isRight) return terminal.wrong(claim);
      right++;
      line(`   ${paint(32, '✓')} ${claim}`);
    },
    wrong(claim) {
      wrong.push(claim);
      line(`   ${paint(31, '✗')} ${claim}`);
    },
    running(text) {
      if (!isTerminal) {
        if (runningLines++ % elsewhereEvery === 0) line(`   ${text}`);
        return;
      }
      isRunning = true;
      output.write(`\r\x1b[K   ${text}`);
    },
    conclude() {
      if (wrong.length === 0 && right > 0) {
        line(`\n${paint(32, `Played to the end: all ${right} checks are right.`)}`);
        return 0;
      }
      line(`\n${paint(31, `${wrong.length} of ${right + wrong.length} checks are wrong:`)}`);
      for (const claim of wrong) line(`  ✗ ${claim}`);
      return 1;
    },
  };
  return terminal;
}
