// How a customer's call becomes a command: of its own account, in the book of its session, under its key.
import type { SelfContext } from '../kit/feature.ts';
import type { Command } from './command.ts';
import type { Lanes } from './lanes.ts';

export const submitOwn =
  (lanes: Pick<Lanes, 'submit'>) =>
  <Input, Reply>(
    command: Command<Input, Reply>,
    input: Input,
    { session: { accountId, book }, idempotency, receivedAt }: SelfContext,
  ): Promise<Reply> =>
    lanes.submit({ command, accountId, book, input, idempotency, receivedAt });
