// What is wrong with a message before it is sent. Pure.
import type { Faults } from '../data/draft-rules.ts';

export interface TicketFields {
  subject: string;
  message: string;
  about: string;
  pictures: readonly string[];
}

export const faultsOfTicket = ({ subject, message }: TicketFields): Faults<TicketFields> => ({
  ...(subject.trim() === '' ? { subject: { name: 'support.subjectMissing' as const } } : {}),
  ...faultsOfMessage({ message }),
});

export type MessageFields = Pick<TicketFields, 'message' | 'pictures'>;

export const faultsOfMessage = ({ message }: Pick<TicketFields, 'message'>): Faults<MessageFields> =>
  message.trim() === '' ? { message: { name: 'support.messageMissing' } } : {};
