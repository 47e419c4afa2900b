// What two processes of one start say to each other: messages in the order in which they were sent, and questions with answers.
// Whoever asks hears the answer after all that was sent before it, so an answer also says that those have arrived.
import type { Facts, RefusalCode } from '@candor/wire';
import { log } from './log.ts';
import { wordsOf } from './plain-error.ts';
import { Refusal } from './refuse.ts';

/** Message → payload. Folders that send messages add theirs by declaration merging; payloads are plain data. */
export interface Posts {
  'link.none': never;
}
/** Question → what is asked and what is answered, plain data too. */
export interface Questions {
  'link.none': { ask: never; answer: never };
}

/** The other process went away or is not ready, so a question has no answer: what it asked for may have been done. */
export class LinkLost extends Error {
  override readonly name = 'LinkLost';
}

export type LinkMessage =
  | { kind: 'post'; name: string; payload: unknown }
  | { kind: 'ask'; id: number; name: string; payload: unknown }
  | { kind: 'answer'; id: number; payload: unknown }
  | { kind: 'unanswered'; id: number }
  | { kind: 'refusal'; id: number; code: RefusalCode; facts: Facts }
  | { kind: 'failure'; id: number; message: string };

/** The way to the other process. What is sent arrives in order, or the connection is lost. */
export interface Transport {
  send: (message: LinkMessage) => void;
  /** True while the other side does not take what it is sent. */
  isClogged: () => boolean;
}

/** One process at the other end. */
export interface Peer {
  /** Sends a message; it is lost while nobody is there. */
  post<Name extends keyof Posts>(name: Name, payload: Posts[Name]): void;
  /** Rejects with the other side's refusal, with LinkLost, or with what failed there. */
  ask<Name extends keyof Questions>(name: Name, payload: Questions[Name]['ask']): Promise<Questions[Name]['answer']>;
}

/** All processes at the other end, one or several: what is posted goes to each of them. */
export interface Links {
  post: Peer['post'];
  onPost<Name extends keyof Posts>(name: Name, listener: (payload: Posts[Name]) => void): void;
  onAsk<Name extends keyof Questions>(
    name: Name,
    answer: (payload: Questions[Name]['ask']) => Questions[Name]['answer'] | Promise<Questions[Name]['answer']>,
  ): void;
  /** Whether anybody is there. */
  isUp(): boolean;
  /** True while what is sent is not taken: what is only a picture of the moment is then left out. */
  isClogged(): boolean;
  /** Resolves when every process that is known to live has been linked, or for a second it has not. */
  gathered(): Promise<void>;
  /** Those that are there now. */
  peers(): readonly Peer[];
  /** Told of each process that has come: it has seen nothing of what was posted before. */
  onUp(listener: (peer: Peer) => void): void;
  onLost(listener: () => void): void;
}

/** To one process at a time. */
export interface Link extends Links, Peer {
  post: Peer['post'];
  /** The other process is there; what it says goes to `receive`, and its end to `lost`. */
  attach(transport: Transport): Attached;
}

export interface Attached {
  receive: (message: LinkMessage) => void;
  lost: () => void;
}

interface Pending {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

export function createLink(): Link {
  const posts = new Map<string, ((payload: never) => void)[]>();
  const answers = new Map<string, (payload: never) => unknown>();
  const pending = new Map<number, Pending>();
  const upListeners: ((peer: Peer) => void)[] = [];
  const lostListeners: (() => void)[] = [];
  let transport: Transport | undefined;
  let lastId = 0;

  const say = (message: LinkMessage): void => transport?.send(message);

  function receive(message: LinkMessage): void {
    switch (message.kind) {
      case 'post':
        return hear(message.name, message.payload);
      case 'ask':
        return reply(message.id, message.name, message.payload);
      default: {
        const asker = pending.get(message.id);
        pending.delete(message.id);
        if (message.kind === 'answer') return asker?.resolve(message.payload);
        if (message.kind === 'unanswered') return asker?.reject(new LinkLost('the other process is not ready'));
        if (message.kind === 'refusal') return asker?.reject(new Refusal(message.code, message.facts));
        return asker?.reject(new Error(message.message));
      }
    }
  }

  function hear(name: string, payload: unknown): void {
    for (const listener of posts.get(name) ?? []) {
      try {
        listener(payload as never);
      } catch (error) {
        log.error('a listener of the link failed', { message: name, error });
      }
    }
  }

  /** An answer that is at hand leaves in this very turn, before whatever is said later in it. */
  function reply(id: number, name: string, payload: unknown): void {
    const failed = (error: unknown): void => {
      if (error instanceof Refusal) return say({ kind: 'refusal', id, code: error.code, facts: error.facts });
      log.error('a question of the link failed', { question: name, error });
      say({ kind: 'failure', id, message: `${error instanceof Error ? error.name : 'Error'}: ${wordsOf(error)}` });
    };
    const answerer = answers.get(name);
    if (!answerer) return say({ kind: 'unanswered', id });
    try {
      const answer = answerer(payload as never);
      if (!(answer instanceof Promise)) return say({ kind: 'answer', id, payload: answer });
      answer.then((done) => say({ kind: 'answer', id, payload: done }), failed);
    } catch (error) {
      failed(error);
    }
  }

  const link: Link = {
    post: (name, payload) => say({ kind: 'post', name, payload }),
    onPost: (name, listener) => void posts.set(name, [...(posts.get(name) ?? []), listener as never]),
    ask(name, payload) {
      if (!transport) return Promise.reject(new LinkLost(name));
      const id = ++lastId;
      const asked = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
      say({ kind: 'ask', id, name, payload });
      return asked as Promise<never>;
    },
    onAsk: (name, answer) => void answers.set(name, answer as never),
    isUp: () => transport !== undefined,
    isClogged: () => transport?.isClogged() ?? false,
    gathered: () => Promise.resolve(),
    peers: () => (transport ? [link] : []),
    onUp: (listener) => void upListeners.push(listener),
    onLost: (listener) => void lostListeners.push(listener),
    attach(to) {
      transport = to;
      for (const listener of upListeners) listener(link);
      return {
        receive,
        lost() {
          if (transport !== to) return;
          transport = undefined;
          const askers = [...pending.values()];
          pending.clear();
          for (const { reject } of askers) reject(new LinkLost('the other process has ended'));
          for (const listener of lostListeners) listener();
        },
      };
    },
  };
  return link;
}
