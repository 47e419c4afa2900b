// A link over the channel that Node opens between a process and its child.
import type { ChildProcess } from 'node:child_process';
import type { Link, LinkMessage } from './link.ts';
import { batchTurns } from './turn-batch.ts';

/** Until the channel closes, however either process ends. */
export function attachProcess(link: Link, other: ChildProcess | NodeJS.Process): void {
  const transport = batchTurns((messages, written) => {
    // A channel that has just closed says so by itself.
    if (other.connected) other.send!(messages, undefined, undefined, () => written());
  });
  const { receive, lost } = link.attach(transport);
  other.on('message', (messages: unknown) => (messages as readonly LinkMessage[]).forEach(receive));
  other.once('disconnect', lost);
}
