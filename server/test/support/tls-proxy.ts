// nginx with deploy/nginx.conf in front of a server, on ports of its own and with a certificate made for the occasion.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../src/kit/free-ports.test-support.ts';
import { until } from '../../src/kit/until.test-support.ts';
import type { ProxyPrograms } from '../run/find-nginx.ts';

export interface TlsProxy {
  port: number;
  plainPort: number;
  /** Where the server behind it is expected. */
  serverPort: number;
  /** Of the authority that made its certificate. */
  certificateFile: string;
  stop(): Promise<void>;
}

export async function startTlsProxy({ nginx, openssl }: ProxyPrograms): Promise<TlsProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-nginx-'));
  const [certificateFile, keyFile] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')];
  const made = spawnSync(openssl, ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-out', certificateFile, '-keyout', keyFile]); // oxfmt-ignore
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr.toString()}`);
  const [port, plainPort, serverPort] = (await freePorts(3)) as [number, number, number];
  const site = changed(readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8'), [
    ['server 127.0.0.1:3000', `server 127.0.0.1:${serverPort}`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['server_name candor.example', 'server_name 127.0.0.1'],
    ['/etc/ssl/candor/fullchain.pem', certificateFile],
    ['/etc/ssl/candor/privkey.pem', keyFile],
  ]);
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, around(site, directory));
  const child = spawn(nginx, ['-p', directory, '-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await until('nginx listens', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    return accepts(port);
  });
  return {
    port,
    plainPort,
    serverPort,
    certificateFile,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}

/** What is to be changed must be there, or the file says something else than the test believes. */
function changed(text: string, changes: readonly [before: string, after: string][]): string {
  for (const [before] of changes) if (!text.includes(before)) throw new Error(`deploy/nginx.conf has no "${before}"`);
  return changes.reduce((made, [before, after]) => made.replaceAll(before, after), text);
}

/** The rest of a configuration, with nothing outside of the directory. */
const around = (site: string, directory: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${directory}/nginx.pid;
error_log stderr warn;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${directory}/${what};`).join('\n  ')}
  ${site}
}
`;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket
      .on('error', () => resolve(false))
      .on('close', () => socket.destroy())
      .unref();
    socket.once('connect', () => socket.end());
  });
