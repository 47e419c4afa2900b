import assert from 'node:assert/strict';
import { test } from 'node:test';
import { venueNames } from '@candor/wire';
import { readConfig, readOwnerUrl, readServerConfig } from './config.ts';

const namesOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).venues.map(({ name }) => name);

test('all exchanges make the index unless some are named; what is not named is off', () => {
  assert.deepEqual(namesOf({}), [...venueNames]);
  assert.deepEqual(namesOf({ MARKET_VENUES: 'okx, kraken,okx' }), ['okx', 'kraken']);
  assert.throws(() => readConfig({ MARKET_VENUES: 'okx,mtgox' }), /MARKET_VENUES/);
  assert.throws(() => readConfig({ MARKET_VENUES: '' }), /MARKET_VENUES/);
});

test('whoever plays HTX at another address means that one alone, unless venues are named', () => {
  const HTX_WS = 'ws://127.0.0.1:7070/ws';
  assert.deepEqual(namesOf({ HTX_WS }), ['htx']);
  assert.deepEqual(namesOf({ HTX_WS, MARKET_VENUES: 'htx,okx' }), ['htx', 'okx']);
});

test('each exchange is reached where its setting says', () => {
  const { venues } = readConfig({
    MARKET_VENUES: 'htx,bybit',
    BYBIT_WS: 'ws://127.0.0.1:1/x',
    HTX_WS: 'ws://127.0.0.1:2/ws',
  });
  assert.deepEqual(
    venues.map(({ websocketUrl }) => websocketUrl),
    ['ws://127.0.0.1:2/ws', 'ws://127.0.0.1:1/x'],
  );
});

test('a process has all roles unless some are named; what is no role is refused', () => {
  assert.deepEqual(readConfig({}).roles, ['web', 'engine', 'console']);
  const apart = { DATABASE_URL: 'postgres://127.0.0.1/candor', MARKET_SOURCE: 'simulated' };
  assert.deepEqual(readConfig({ ...apart, ROLES: 'web' }).roles, ['web']);
  assert.deepEqual(readConfig({ ...apart, ROLES: ' engine, web' }).roles, ['engine', 'web']);
  for (const ROLES of ['', 'Web', 'web,', 'all']) assert.throws(() => readConfig({ ...apart, ROLES }), /ROLES/, ROLES);
});

test('a console comes to the database as a role of its own, which no other process and no command is given', () => {
  const [DATABASE_URL, DATABASE_CONSOLE_URL] = ['candor_app', 'candor_console'].map((role) => `postgres://${role}@127.0.0.1/candor`); // oxfmt-ignore
  const apart = { DATABASE_URL, MARKET_SOURCE: 'simulated' };
  for (const ROLES of ['console', 'web,engine,console']) {
    assert.throws(() => readServerConfig({ ...apart, ROLES }), /set DATABASE_CONSOLE_URL to the same database/);
    const read = readServerConfig({ ...apart, ROLES, DATABASE_CONSOLE_URL });
    assert.equal(read.databaseConsoleUrl, DATABASE_CONSOLE_URL);
  }
  for (const ROLES of ['web', 'engine', 'web,engine']) {
    readServerConfig({ ...apart, ROLES });
    assert.throws(() => readServerConfig({ ...apart, ROLES, DATABASE_CONSOLE_URL }), /is for consoles alone/);
  }
  assert.throws(() => readServerConfig({ DATABASE_CONSOLE_URL }), /belongs to a DATABASE_URL/);
  readServerConfig({});
  readConfig(apart);
});

test('processes that are started apart must agree on their database and on where prices come from', () => {
  const apart = { ROLES: 'engine', DATABASE_URL: 'postgres://127.0.0.1/candor', MARKET_SOURCE: 'simulated' };
  readConfig(apart);
  assert.throws(() => readConfig({ ...apart, DATABASE_URL: undefined }), /set DATABASE_URL/);
  for (const MARKET_SOURCE of [undefined, 'auto']) {
    assert.throws(() => readConfig({ ...apart, MARKET_SOURCE }), /set MARKET_SOURCE to htx or simulated/);
    assert.throws(() => readConfig({ REDIS_URL: 'redis://127.0.0.1', MARKET_SOURCE }), /set MARKET_SOURCE/);
  }
  readConfig({ REDIS_URL: 'redis://127.0.0.1', MARKET_SOURCE: 'simulated' });
  assert.throws(() => readConfig({ ...apart, REDIS_URL: 'http://127.0.0.1' }), /REDIS_URL/);
});

const said = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('each setting that is wrong is said in a line, with what is expected, and no address with its password', () => {
  for (const PORT of ['abc', '-1', '70000', '3000.5', '0x10', ' '])
    assert.equal(said({ PORT }), `PORT=${PORT}: a whole number from 0 to 65535 is expected.`);
  assert.equal(said({ MARKET_SOURCE: 'kraken' }), 'MARKET_SOURCE=kraken: htx, simulated or auto is expected.');
  for (const DATABASE_URL of ['localhost', 'http://u:s3cret@db/x', 'mysql://u:s3cret@db/x'])
    assert.equal(
      said({ DATABASE_URL }),
      'DATABASE_URL: an address like postgres://user:password@host:5432/candor is expected.',
    );
  assert.equal(said({ PORT: 'x', INVITE_ONLY: 'yes' }).split('\n').length, 2);
  assert.equal(readConfig({ PORT: '3100' }).port, 3_100);
  assert.deepEqual([readConfig({}).port, readConfig({}).isPortGiven], [3_000, false]);
});

test('whatever is wrong, one short sentence names the setting, what it is and what it may be', () => {
  const wrong: [string, string, string][] = [
    ['HOST', '', 'an address of this machine is expected'],
    ['METRICS_HOST', ' ', 'an address of this machine is expected'],
    ['DATA_DIRECTORY', '', 'a folder is expected'],
    ['SIGNER_SOCKET', '', 'the path of a socket is expected'],
    ['SUPPORT_TIME_ZONE', 'Mars', 'a time zone such as Europe/Zurich is expected'],
    ['SUPPORT_MAIL', 'help', 'an e-mail address is expected'],
    ['MAIL_FROM', 'Candor', 'a sender such as Candor <no-reply@candor.example> is expected'],
    ['ROLES', 'web,motor', 'web, engine or console is expected, or several with commas'],
    ['MARKET_VENUES', 'mtgox', 'htx, binance, okx, bybit, coinbase or kraken is expected, or several with commas'],
    ['HTX_WS', 'https://api.huobi.pro/ws', 'an address like wss://candor.example is expected'],
    ['HTX_REST', 'wss://api.huobi.pro', 'an address like https://candor.example is expected'],
    ['KRAKEN_WS', 'ws.kraken.com', 'an address like wss://candor.example is expected'],
    ['ETHEREUM_USDT', '0x1', 'the address of a contract, 0x and 40 hex digits, is expected'],
    ['TRON_USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'the address of a contract, T and 33 characters, is expected'],
    ['PUSH_HOSTS', 'https://push.example', 'names of hosts with commas are expected, *. for any below'],
    ['PUSH_LOCAL_ORIGIN', 'http://push.example', 'http://127.0.0.1:<port> is expected'],
    ['ALLOWED_ORIGINS', 'candor.example', 'origins such as https://candor.example with commas are expected'],
    [
      'ALLOWED_ORIGINS',
      'https://candor.example/app',
      'origins such as https://candor.example with commas are expected',
    ],
    ['PUBLIC_ORIGIN', 'candor.example', 'an origin such as https://candor.example is expected'],
    ['CONSOLE_ORIGIN', '', 'an origin such as https://candor.example is expected'],
    ['TRUSTED_PROXIES', 'proxy', 'proxy is no address and no network such as 10.0.0.0/24'],
    ['CONSOLE_NETWORKS', '', 'an address or a network such as 10.0.0.0/24 is expected'],
    ['LANES', '5', 'a whole number from 1 to 4 is expected'],
    ['RATE_LIMITS', 'true', 'on or off is expected'],
    ['LOG_LEVEL', 'debug', 'silent, error, warn or info is expected'],
    ['METRICS_PORT', '65536', 'a whole number from 0 to 65535 is expected'],
  ];
  for (const [name, value, words] of wrong) assert.equal(said({ [name]: value }), `${name}=${value}: ${words}.`, name);
  assert.equal(said({ HOST: '127.0.0.1', LOG_LEVEL: 'x'.repeat(5_000) }).length < 200, true);
});

test('of what may have a secret in it, only what is expected is said', () => {
  const web = 'an address like https://candor.example is expected';
  const bucket = 'an address like https://s3.example.com/bucket is expected';
  const database = 'an address like postgres://user:password@host:5432/candor is expected';
  const wrong: [string, string, string][] = [
    ['SMTP_URL', 'http://u:s3cret@mail', 'an address like smtps://user:password@mail.candor.example is expected'],
    ['REDIS_URL', 'redis://', 'an address like rediss://user:password@host:6379 is expected'],
    ['SMS_WEBHOOK_URL', 's3cret', web],
    ['SMS_WEBHOOK_SECRET', ' ', 'a secret is expected'],
    ['BITCOIN_RPC', 'ws://s3cret', web],
    ['BITCOIN_XPUB', 'zprv-s3cret', 'an extended public key, which begins with xpub or zpub, is expected'],
    ['ETHEREUM_RPC', 'ws://s3cret', web],
    ['ETHEREUM_XPUB', 'xprv-s3cret', 'an extended public key, which begins with xpub, is expected'],
    ['TRON_RPC', 'ws://s3cret', web],
    ['TRON_XPUB', 'xprv-s3cret', 'an extended public key, which begins with xpub, is expected'],
    ['COIN_LISTING_URL', 'x', web],
    ['PICTURES_S3_URL', 'https://u:s3cret@s3.example.com/pictures', bucket],
    ['PICTURES_S3_URL', 'https://s3.example.com/', bucket],
    ['PICTURES_S3_URL', 'https://s3.example.com/pictures?x=s3cret', bucket],
    ['PICTURES_S3_URL', 's3://pictures', bucket],
    ['PICTURES_S3_SECRET', '', 'a secret is expected'],
    ['PICTURES_S3_KEY_ID', ' ', 'the id of an access key is expected'],
    ['CURRENCY_RATES_URL', 'x', web],
    ['DRAND_URL', 'x', web],
    ['DATABASE_URL', 'postgres://', `it names no host, and ${database}`],
    ['DATABASE_URL', 'postgres:///x', `it names no host, and ${database}`],
    ['DATABASE_URL', 'postgres://u:s3cret@h:99999/x', database],
    ['DATABASE_URL', 'postgres://u:s3cret@h/x?sslrootcert=/no/such', "the driver can't use it (ENOENT: no such file or directory, open '/no/such')"], // oxfmt-ignore
  ];
  for (const [name, value, words] of wrong) assert.equal(said({ [name]: value }), `${name}: ${words}.`, value);
  for (const DATABASE_URL of ['postgres:///candor?host=/run/postgresql', 'postgresql://%2Frun%2Fpostgresql/candor', 'postgres://us%er:pw@h/x'])
    assert.equal(said({ DATABASE_URL }), '', DATABASE_URL); // oxfmt-ignore
  assert.throws(() => readOwnerUrl({ DATABASE_OWNER_URL: 'postgres:///x' }), /^StartProblem: DATABASE_OWNER_URL: it names no host/); // oxfmt-ignore
});

test('a bucket for pictures is set whole or not at all', () => {
  const whole = { PICTURES_S3_URL: 'https://s3.example.com/pictures/eu', PICTURES_S3_KEY_ID: 'id', PICTURES_S3_SECRET: 's3cret' }; // oxfmt-ignore
  const { bucket } = readConfig(whole).pictures;
  assert.deepEqual(bucket, { url: whole.PICTURES_S3_URL, region: 'us-east-1', keyId: 'id', secret: 's3cret' });
  assert.equal(readConfig({}).pictures.bucket, undefined);
  for (const name of ['PICTURES_S3_URL', 'PICTURES_S3_KEY_ID', 'PICTURES_S3_SECRET']) {
    const problem = said({ ...whole, [name]: undefined });
    assert.match(problem, /PICTURES_S3_URL, PICTURES_S3_KEY_ID and PICTURES_S3_SECRET belong together/, name);
    assert.ok(!problem.includes('s3cret'), name);
  }
});

test('lists are taken with blanks, and the console’s port stays one that there is', () => {
  const { allowedOrigins, push } = readConfig({ ALLOWED_ORIGINS: 'https://a.example, https://b.example,', PUSH_HOSTS: '' }); // oxfmt-ignore
  assert.deepEqual([allowedOrigins, push.hosts], [['https://a.example', 'https://b.example'], []]);
  const consoleOf = (PORT?: string) => readConfig({ PORT }).console.port;
  assert.deepEqual(['0', '3100', '65534', '65535', undefined].map(consoleOf), [0, 3_101, 65_535, 65_534, 3_001]);
});

test('localhost is one address, as only one would have its guards', () => {
  for (const HOST of ['localhost', 'LocalHost']) assert.equal(readConfig({ HOST }).host, '127.0.0.1');
  assert.equal(readConfig({ METRICS_HOST: 'localhost', METRICS_PORT: '9100' }).metrics!.host, '127.0.0.1');
  const elsewhere = { HOST: 'localhost.example', DEMO_ON_NETWORK: 'on' };
  assert.equal(readConfig(elsewhere).host, elsewhere.HOST);
});

test('nodes of TRON are set in pairs, of different hosts, and bring the contract of USDT along', () => {
  const set = { TRON_RPC: 'https://:key@first.example', TRON_XPUB: 'xpub1' };
  const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  assert.equal(readConfig({}).chains.tron, undefined);
  assert.deepEqual(readConfig(set).chains.tron, { url: set.TRON_RPC, secondUrl: undefined, xpub: 'xpub1', usdt });
  assert.equal(readConfig(set).chains.devDirectory, undefined, 'a demo with a main chain has no chain of its own');
  assert.throws(() => readConfig({ TRON_RPC: set.TRON_RPC }), /TRON_RPC and TRON_XPUB belong together/);
  assert.throws(() => readConfig({ TRON_RPC_SECOND: set.TRON_RPC }), /TRON_RPC_SECOND confirms/);
  assert.throws(
    () => readConfig({ ...set, TRON_RPC_SECOND: 'https://first.example/2' }),
    /a second one is of somebody else/,
  );
});
