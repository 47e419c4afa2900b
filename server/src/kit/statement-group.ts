// Statements that PostgreSQL gets as one, as its extended query protocol allows: they are synchronised once, so that it answers when
// the last of them is done instead of waking its client for each, and carries out none behind one that failed.
import pg from 'pg';
import type { Connection } from './postgres.ts';

/** What takes statements: a connection, or a group. */
export interface Statements {
  query(statement: Statement): Promise<pg.QueryResult>;
}

interface Statement {
  /** It is prepared under this name once a connection. */
  name: string;
  text: string;
  values?: (string | Buffer | null)[];
  rowMode?: 'array';
}

/** The statements that `send` makes leave together; each of its promises settles with its own answer, or with the first error. */
export function sendTogether<Result>(connection: Connection, send: (group: Statements) => Result): Result {
  const parts: Part[] = [];
  const query = (statement: Statement): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      const settle = (error: Error | undefined | null, result: unknown): void =>
        error ? reject(error) : resolve(result as pg.QueryResult);
      // What a result's columns are parsed with is the connection's own.
      const config = { ...statement, types: connection as unknown as pg.CustomTypesConfig };
      parts.push(new pg.Query(config, settle) as unknown as Part);
    });
  const result = send({ query });
  if (parts.length > 0) connection.query(new StatementGroup(parts) as unknown as pg.Submittable);
  return result;
}

/** What pg's query makes of the messages that answer it. */
interface Part {
  name: string;
  text: string;
  values: Statement['values'];
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Protocol): void;
  handleReadyForQuery(connection: Protocol): void;
  handleError(error: Error, connection: Protocol): void;
}

/** Messages to PostgreSQL, and which statements it has: pg's connection below its client. */
interface Protocol {
  stream: { cork(): void; uncork(): void; destroy(): void };
  /** Texts by name. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: Statement['values'] }): void;
  describe(what: { type: 'P' }): void;
  execute(what: object): void;
  sync(): void;
}

/** One query to pg's client, which takes it for the part whose answer comes next: it notes by name which statements are prepared. */
class StatementGroup extends pg.Query {
  declare name: string;
  declare text: string;
  readonly #parts: readonly Part[];
  #place = 0;

  constructor(parts: readonly Part[]) {
    super({ text: '' });
    this.#parts = parts;
    this.#becomeNext();
  }

  override submit = (connection: unknown): void => {
    const protocol = connection as Protocol;
    const { stream, parsedStatements, submittedNamedStatements } = protocol;
    stream.cork();
    try {
      for (const { name, text, values } of this.#parts) {
        if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
          protocol.parse({ name, text });
          submittedNamedStatements[name] = text;
        }
        protocol.bind({ statement: name, values });
        protocol.describe({ type: 'P' });
        protocol.execute({});
      }
      protocol.sync();
    } catch (error) {
      // Half a group can't be taken back, and its answers would be taken for those of the statements behind it.
      stream.destroy();
      throw error;
    } finally {
      stream.uncork();
    }
  };

  handleRowDescription(message: unknown): void {
    this.#parts[this.#place]!.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#place]!.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Protocol): void {
    const part = this.#parts[this.#place++]!;
    this.#becomeNext();
    part.handleCommandComplete(message, connection);
    part.handleReadyForQuery(connection);
  }

  handleReadyForQuery(): void {}

  /** Of the part that is next, or of the connection: what is behind it was not carried out. */
  handleError(error: Error, connection: Protocol): void {
    for (const part of this.#parts.slice(this.#place)) {
      delete connection.submittedNamedStatements[part.name];
      part.handleError(error, connection);
    }
  }

  #becomeNext(): void {
    const next = this.#parts[this.#place];
    if (next) ({ name: this.name, text: this.text } = next);
  }
}
