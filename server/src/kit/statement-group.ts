// Statements that PostgreSQL gets as one, as its extended query protocol allows: they are synchronised once, so that it answers when
// the last of them is done instead of waking its client for each, and carries out none behind one that failed.
import pg from 'pg';
import type { RawRow } from './columns.ts';
import type { Connection } from './postgres.ts';

/** One statement, and what its rows say. */
export interface Query<Result> {
  /** It is prepared under this name once a connection. */
  name: string;
  text: string;
  values?: (string | Buffer | null)[];
  /** `command` is the tag of what was done, e.g. COMMIT. */
  read(rows: readonly RawRow[], command: string): Result;
}

/** What a list of queries says, each at its place. */
type Answers<Queries extends readonly (readonly Query<unknown>[])[]> = {
  -readonly [Place in keyof Queries]: Queries[Place] extends readonly Query<infer Result>[] ? Result[] : never;
};

/**
 * Sends all queries of all lists, in their order; resolves when all are done, and rejects with the first error when one failed. Throws
 * with nothing sent, or the connection given up, when a value can't be written.
 */
export async function sendTogether<const Queries extends readonly (readonly Query<unknown>[])[]>(
  connection: Connection,
  ...lists: Queries
): Promise<Answers<Queries>> {
  const queries = lists.flat();
  const results = queries.length > 0 ? await send(connection, queries) : [];
  let place = 0;
  return lists.map((list) =>
    list.map((query) => {
      const { rows, command } = results[place++]!;
      return query.read(rows as RawRow[], command);
    }),
  ) as Answers<Queries>;
}

const send = (connection: Connection, queries: readonly Query<unknown>[]): Promise<pg.QueryResult[]> =>
  new Promise((resolve, reject) => {
    const results: pg.QueryResult[] = [];
    const onAnswer = (error: Error | undefined | null, result: pg.QueryResult): void => {
      if (error) reject(error);
      else if (results.push(result) === queries.length) resolve(results);
    };
    // What a result's columns are parsed with is the connection's own.
    const types = connection as unknown as pg.CustomTypesConfig;
    const parts = queries.map(
      ({ name, text, values }) =>
        new pg.Query({ name, text, values, types } as pg.QueryConfig, onAnswer as never) as unknown as Part,
    );
    (connection as unknown as pg.Client).query(new StatementGroup(parts) as unknown as pg.Submittable);
  });

/** What pg's query makes of the messages that answer it. */
interface Part {
  name: string;
  text: string;
  values: Query<unknown>['values'];
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
  bind(portal: { statement: string; values: Query<unknown>['values'] }): void;
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
