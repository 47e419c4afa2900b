// What a socket's protocol does with one client.

export interface ClientProtocol {
  /** A text message of the client; binary ones, which neither protocol has, arrive as no text at all: ''. */
  receive(text: string): Promise<void>;
  /** Answers a message that came when too many were waiting, without doing anything else about it. */
  refuse(text: string): void;
  /** The connection has ended: leave everything that was joined. */
  closed(): void;
}
