// Two links within one process: what is said goes through the same bytes as between two, so that only plain data comes across.
import { deserialize, serialize } from 'node:v8';
import { createLink, type Attached, type Link, type LinkMessage } from './link.ts';
import { batchTurns } from './turn-batch.ts';

/** Joined from the start; `part` ends the connection as the end of a process would. */
export function joinLinks(): { one: Link; other: Link; join: () => void; part: () => void } {
  const [one, other] = [createLink(), createLink()];
  let ends: Attached[] = [];

  function join(): void {
    const copy = (messages: readonly LinkMessage[]): readonly LinkMessage[] => deserialize(serialize(messages));
    const ways = [other, one].map((from, place): Attached =>
      from.attach(
        batchTurns((messages, written) => {
          if (ends === ways) copy(messages).forEach(ways[1 - place]!.receive);
          written();
        }),
      ),
    );
    ends = ways;
  }

  function part(): void {
    const parted = ends;
    ends = [];
    parted.forEach((end) => end.lost());
  }

  join();
  return { one, other, join, part };
}
