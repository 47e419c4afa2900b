// A decision that threw or that moved more than there is: a programming error of one command.

export class CommandFault extends Error {
  override readonly name = 'CommandFault';
  readonly submission: unknown;
  constructor(submission: unknown, cause: unknown) {
    super('a command failed while deciding', { cause });
    this.submission = submission;
  }
}
