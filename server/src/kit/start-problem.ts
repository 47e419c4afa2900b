/** What keeps a program from starting, in words that say what to do: shown as they are, without a stack. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
