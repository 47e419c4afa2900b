// What keeps a production from starting, each by itself over settings that are right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, settingForms } from './config.ts';
import { outwardAddresses } from './production-rules.ts';

const right = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtps://user:secret@mail.example.com',
  SMS_WEBHOOK_URL: 'https://sms.example.com/send',
  SMS_WEBHOOK_SECRET: 'a'.repeat(32),
  TRUSTED_PROXIES: '10.0.0.4, 10.1.0.0/24, fd00::/8',
  PUBLIC_ORIGIN: 'https://candor.example',
  CONSOLE_ORIGIN: 'https://console.candor.example',
  DATABASE_URL: 'postgres://candor:secret@db.example.com/candor?sslmode=verify-full',
};
const problemsOf = (change: NodeJS.ProcessEnv): string => {
  try {
    readConfig({ ...right, ...change });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('production starts with settings that are right', () => {
  const config = readConfig(right);
  assert.equal(config.mode, 'production');
  assert.equal(config.marketSource, 'htx');
  assert.deepEqual(config.trustedProxies, ['10.0.0.4', '10.1.0.0/24', 'fd00::/8']);
  assert.equal(config.publicOrigin, 'https://candor.example');
});

test('a mode that is not named exactly is refused, not taken for a demo', () => {
  for (const NODE_ENV of ['Production', 'prod', 'PRODUCTION', 'production ', '', 'demo', 'live', 'staging']) {
    assert.throws(() => readConfig({ NODE_ENV }), /NODE_ENV=.*: it must be production, development, test/, NODE_ENV);
  }
  assert.equal(readConfig({}).mode, 'demo');
  assert.equal(readConfig({ NODE_ENV: 'development' }).mode, 'demo');
  assert.equal(readConfig({ NODE_ENV: 'test' }).mode, 'demo');
});

test('what is for demonstrations does not come into production', () => {
  for (const MARKET_SOURCE of ['simulated', 'auto']) assert.match(problemsOf({ MARKET_SOURCE }), /real prices only/);
  assert.match(problemsOf({ PUSH_LOCAL_ORIGIN: 'http://127.0.0.1:1' }), /PUSH_LOCAL_ORIGIN/);
  assert.match(problemsOf({ RATE_LIMITS: 'off' }), /RATE_LIMITS=off/);
  assert.match(problemsOf({ DEMO_ON_NETWORK: 'on' }), /DEMO_ON_NETWORK/);
});

test('codes leave signed and over TLS', () => {
  for (const name of ['SMTP_URL', 'SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET']) {
    assert.match(problemsOf({ [name]: undefined }), /sends real codes/, name);
  }
  assert.match(problemsOf({ SMS_WEBHOOK_SECRET: 'x' }), /needs 32 characters/);
  assert.match(problemsOf({ SMS_WEBHOOK_SECRET: 'a'.repeat(31) }), /needs 32 characters/);
  const plain = ['http://sms.example.com', 'http://127.0.0.1.example.com', 'http://10.0.0.9', 'http://localhost.evil.test']; // oxfmt-ignore
  for (const SMS_WEBHOOK_URL of plain) assert.match(problemsOf({ SMS_WEBHOOK_URL }), /in the clear/, SMS_WEBHOOK_URL);
  assert.match(problemsOf({ SMS_WEBHOOK_URL: 'ftp://sms.example.com' }), /^SMS_WEBHOOK_URL: an address like https:/);
  for (const SMS_WEBHOOK_URL of ['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9']) {
    assert.equal(problemsOf({ SMS_WEBHOOK_URL }), '', SMS_WEBHOOK_URL);
  }
});

test('customers come through a proxy that is named', () => {
  for (const TRUSTED_PROXIES of [undefined, 'none']) assert.match(problemsOf({ TRUSTED_PROXIES }), /one address/);
  const wrong = ['', 'proxy.example.com', '10.0.0.0/33', '10.0.0', '0.0.0.0/0', '::/0', '10.0.0.4,', '10.0.0.4;10.0.0.5', 'none,10.0.0.4', 'fe80::1%eth0']; // oxfmt-ignore
  for (const TRUSTED_PROXIES of wrong)
    assert.match(problemsOf({ TRUSTED_PROXIES }), /TRUSTED_PROXIES/, TRUSTED_PROXIES);
  for (const PUBLIC_ORIGIN of [undefined, 'http://candor.example']) {
    assert.match(problemsOf({ PUBLIC_ORIGIN }), /PUBLIC_ORIGIN/, PUBLIC_ORIGIN);
  }
  for (const PUBLIC_ORIGIN of ['candor.example', 'https://candor.example/app', 'https://a@candor.example', '']) {
    assert.match(problemsOf({ PUBLIC_ORIGIN }), /PUBLIC_ORIGIN/, PUBLIC_ORIGIN);
  }
});

test('another machine must prove that it is the database', () => {
  const at = (host: string, query = ''): string => `postgres://candor:secret@${host}/candor${query}`;
  const refused = [
    at('db.example.com'), at('10.0.0.9', '?sslmode=disable'), at('10.0.0.9', '?sslmode=require'), at('10.0.0.9', '?sslmode=no-verify'),
    at('10.0.0.9', '?sslmode=verify-full&sslmode=disable'), at('10.0.0.9', '?x=sslmode=verify-full'), at('10.0.0.9', '?ssl=true'),
    at('10.0.0.9', '?sslmode=verify-full&sslmode=require&uselibpqcompat=true'),
    // The driver connects to the host of the query, whatever stands before it.
    at('127.0.0.1', '?host=10.0.0.9'),
  ]; // oxfmt-ignore
  for (const DATABASE_URL of refused) assert.match(problemsOf({ DATABASE_URL }), /certificate/, DATABASE_URL);
  const taken = [at('10.0.0.9', '?sslmode=verify-full'), at('127.0.0.1'), at('localhost:5433'), at('[::1]'), 'postgres://candor@localhost/candor?host=/run/postgresql']; // oxfmt-ignore
  for (const DATABASE_URL of taken) assert.equal(problemsOf({ DATABASE_URL }), '', DATABASE_URL);
  assert.match(problemsOf({ DATABASE_URL: undefined }), /EMBEDDED_POSTGRES=on/);
  assert.equal(problemsOf({ DATABASE_URL: undefined, EMBEDDED_POSTGRES: 'on' }), '');
});

test('prices come over TLS, or from this machine', () => {
  for (const [name, url] of [
    ['HTX_WS', 'ws://api.huobi.pro/ws'],
    ['HTX_REST', 'http://api.huobi.pro'],
    ['KRAKEN_WS', 'ws://10.0.0.9'],
  ] as const) {
    assert.match(problemsOf({ [name]: url }), new RegExp(`${name} would take prices`));
  }
  assert.equal(problemsOf({ HTX_WS: 'ws://127.0.0.1:1/ws', HTX_REST: 'http://127.0.0.1:1' }), '');
});

test('everything that is wrong is said at once', () => {
  const said = problemsOf({ RATE_LIMITS: 'off', SMS_WEBHOOK_SECRET: 'x', TRUSTED_PROXIES: undefined });
  assert.deepEqual(said.split('\n- ').length, 4);
});

test('a demo listens on this machine alone unless it is told otherwise', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'my-laptop.local', '127.0.0.1.example.com']) {
    assert.throws(() => readConfig({ HOST }), /DEMO_ON_NETWORK=on/, HOST);
    assert.equal(readConfig({ HOST, DEMO_ON_NETWORK: 'on' }).host, HOST);
    assert.equal(problemsOf({ HOST, ROLES: 'web,engine' }), '', HOST);
  }
  for (const HOST of ['127.0.0.1', '127.0.0.2', '::1']) assert.equal(readConfig({ HOST }).host, HOST);
});

test('metrics stay on this machine unless they are sent elsewhere, wherever the server listens', () => {
  assert.deepEqual(readConfig({ ...right, HOST: '0.0.0.0', ROLES: 'web,engine', METRICS_PORT: '9100' }).metrics, {
    host: '127.0.0.1',
    port: 9100,
  });
  assert.deepEqual(readConfig({ METRICS_PORT: '9100', METRICS_HOST: '10.0.0.4' }).metrics, {
    host: '10.0.0.4',
    port: 9100,
  });
  assert.equal(readConfig({ METRICS_HOST: '10.0.0.4' }).metrics, undefined);
});

test('what goes over Redis to another machine is encrypted', () => {
  assert.match(problemsOf({ REDIS_URL: 'redis://redis.example.com' }), /use rediss:/);
  for (const REDIS_URL of ['rediss://redis.example.com', 'redis://127.0.0.1:6379', 'redis://localhost'])
    assert.equal(problemsOf({ REDIS_URL }), '', REDIS_URL);
});

test('pictures leave over TLS, or for this machine', () => {
  const keys = { PICTURES_S3_KEY_ID: 'id', PICTURES_S3_SECRET: 'secret' };
  assert.match(problemsOf({ ...keys, PICTURES_S3_URL: 'http://s3.example.com/pictures' }), /PICTURES_S3_URL .*https/);
  for (const PICTURES_S3_URL of ['https://s3.example.com/pictures', 'http://127.0.0.1:9000/pictures'])
    assert.equal(problemsOf({ ...keys, PICTURES_S3_URL }), '', PICTURES_S3_URL);
});

test('metrics are never served where customers are', () => {
  for (const METRICS_HOST of ['0.0.0.0', '::', '10.0.0.9']) {
    const on = { HOST: '10.0.0.9', ROLES: 'web,engine', METRICS_HOST };
    const problem = problemsOf({ ...on, METRICS_PORT: '9100' });
    assert.match(problem, /METRICS_HOST=.* is where customers are served/, METRICS_HOST);
    assert.equal(problemsOf(on), '', 'without a port nothing is served');
  }
  for (const METRICS_HOST of ['127.0.0.1', '10.9.0.1', undefined])
    assert.equal(
      problemsOf({ HOST: '10.0.0.9', ROLES: 'web,engine', METRICS_HOST, METRICS_PORT: '9100' }),
      '',
      METRICS_HOST,
    );
});

test('a console has a name of its own, over TLS', () => {
  for (const CONSOLE_ORIGIN of [undefined, 'http://console.candor.example'])
    assert.match(problemsOf({ CONSOLE_ORIGIN }), /Set CONSOLE_ORIGIN to where operators/, CONSOLE_ORIGIN);
  assert.equal(
    problemsOf({ CONSOLE_ORIGIN: undefined, ROLES: 'web,engine' }),
    '',
    'a process without the console needs none',
  );
  assert.match(problemsOf({ CONSOLE_ORIGIN: undefined, ROLES: 'console' }), /Set CONSOLE_ORIGIN/);
});

test('a console that the network reaches lets in networks that are named', () => {
  for (const HOST of ['0.0.0.0', '::', '10.0.0.9', 'candor-1.internal', '127.0.0.1.example.com']) {
    assert.match(problemsOf({ HOST }), /HOST=.* opens the console’s port to the network: set CONSOLE_NETWORKS/, HOST);
    assert.equal(problemsOf({ HOST, CONSOLE_NETWORKS: '10.2.0.0/24' }), '', HOST);
  }
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) assert.equal(problemsOf({ HOST }), '', HOST);
});

/** Settings that take an address of another machine, and for which production has a rule of its own. */
const ruledApart: Readonly<Record<string, string>> = {
  SMTP_URL: 'mail asks for TLS of every other machine (kit/mail.ts)',
  DATABASE_URL: 'verify-full of every other machine',
  DATABASE_CONSOLE_URL: 'verify-full of every other machine',
  PUSH_LOCAL_ORIGIN: 'refused in production',
  PUBLIC_ORIGIN: 'https only',
  CONSOLE_ORIGIN: 'https only',
  ALLOWED_ORIGINS: 'no http',
};
/** Settings that take any text, and reach nowhere by it. */
const textsAlone = ['HOST', 'METRICS_HOST', 'DATA_DIRECTORY', 'SIGNER_SOCKET', 'SIGNER_WALLETS', 'SMS_WEBHOOK_SECRET', 'PICTURES_S3_REGION', 'PICTURES_S3_KEY_ID', 'PICTURES_S3_SECRET']; // oxfmt-ignore

const plainAddresses = ['http', 'ws', 'redis', 'smtp', 'postgres', 'tcp', 'ftp'].flatMap((scheme) => [`${scheme}://10.0.0.9`, `${scheme}://10.0.0.9/x`, '10.0.0.9:80', 'node.example.com:8545', 'http://127.0.0.1:1']); // oxfmt-ignore

test('each setting that names a place elsewhere has its rule; a new one fails here until it has', () => {
  const takesPlace = Object.entries(settingForms).filter(([, form]) => plainAddresses.some((place) => form.safeParse(place).success)); // oxfmt-ignore
  const known = [...Object.keys(outwardAddresses), ...Object.keys(ruledApart), ...textsAlone];
  assert.deepEqual(takesPlace.map(([name]) => name).toSorted(), known.toSorted());
});

test('production believes nothing that comes over the network in the clear; on this machine it may', () => {
  const besides: NodeJS.ProcessEnv = {
    BITCOIN_XPUB: 'zpub1',
    XRPL_ACCOUNT: 'rLQBHVhFnaC5gLEkgr6HgBJJ3bgeZHg9cj',
    ETHEREUM_XPUB: 'xpub1',
    TRON_XPUB: 'xpub1',
    PICTURES_S3_KEY_ID: 'id',
    PICTURES_S3_SECRET: 'secret',
  };
  const whole = {
    BITCOIN_RPC: 'https://user:secret@coins.example.net',
    XRPL_RPC: 'https://ledger.example.net',
    ETHEREUM_RPC: 'https://first.example.net',
    TRON_RPC: 'https://:secret@grid.example.net',
    PICTURES_S3_URL: 'https://s3.example.com/pictures',
    ...besides,
  };
  for (const [name, { scheme }] of Object.entries(outwardAddresses)) {
    const plain = scheme.replace(/s:$/, ':');
    for (const host of ['10.0.0.9', 'node.example.com:8545', 'localhost.evil.test', '127.0.0.1.example.com', '[fd00::1]'])
      assert.match(problemsOf({ ...whole, [name]: `${plain}//${host}/path` }), new RegExp(`${name} would .* in the clear; use ${scheme}//`), name); // oxfmt-ignore
    for (const host of ['127.0.0.1:8545', 'localhost', '[::1]:1'])
      assert.equal(problemsOf({ ...whole, [name]: `${plain}//${host}/path` }), '', name);
    assert.equal(problemsOf({ ...whole, [name]: `${scheme}//node.example.com/path` }), '', name);
  }
});

test('mail has no options that switch its TLS off, and no page of another site is open to change', () => {
  for (const query of ['?ignoreTLS=true', '?requireTLS=false', '?tls.rejectUnauthorized=false'])
    assert.match(
      problemsOf({ SMTP_URL: `smtp://user:secret@mail.example.com${query}` }),
      /SMTP_URL has options/,
      query,
    );
  assert.equal(problemsOf({ SMTP_URL: 'smtp://127.0.0.1:25?ignoreTLS=true' }), '');
  assert.match(
    problemsOf({ ALLOWED_ORIGINS: 'https://app.candor.example,http://app.candor.example' }),
    /ALLOWED_ORIGINS has http:/,
  );
  assert.equal(
    problemsOf({ ALLOWED_ORIGINS: 'https://app.candor.example,http://localhost:5173,capacitor://localhost' }),
    '',
  );
});
