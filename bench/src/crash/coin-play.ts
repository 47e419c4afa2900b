// The customers who move coins over chains during a crash run, and the operator who approves their withdrawals.
import { databaseUrl } from '@candor/embedded-postgres';
import { openPool } from '../../../server/src/kit/postgres.ts';
import { credentialsOf, type Credentials } from '../customer.ts';
import { postgresDirectory } from '../server-process.ts';
import { openCoinCustomer, type CoinCustomer } from './coin-customer.ts';
import { openTreasurer, type Treasurer } from './treasurer.ts';

export interface CoinPlay extends Pick<Treasurer, 'approveAll'> {
  customers: readonly CoinCustomer[];
  play(isOver: () => boolean): Promise<void>;
}

const customerCount = 4;

export async function openCoinCustomers({
  url,
  consolePort,
  dataDirectory,
  mailedCode,
}: { url: string; consolePort: number; dataDirectory: string } & Pick<Credentials, 'mailedCode'>): Promise<CoinPlay> {
  const forgetLastCode = async (): Promise<void> => {
    const pool = openPool(databaseUrl(postgresDirectory(dataDirectory)), 1);
    try {
      await pool.query(`delete from throttles where scope like 'code-%'`);
    } finally {
      await pool.end();
    }
  };
  const customers: CoinCustomer[] = [];
  for (let number = 1; number <= customerCount; number++) {
    const credentials = { ...credentialsOf(`coins-${number}`), ...(mailedCode && { mailedCode }) };
    customers.push(await openCoinCustomer(url, { credentials, number, forgetLastCode }));
  }
  const { play, approveAll } = openTreasurer(`http://127.0.0.1:${consolePort}`);
  return {
    customers,
    approveAll,
    play: async (isOver) => void (await Promise.all([play(isOver), ...customers.map((each) => each.play(isOver))])),
  };
}
