/** Starts the real nginx and the real Caddy on loopback, with the examples of deploy/. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../scripts/free-ports.mjs';
import { within } from '../rig.ts';
import { type Client, clientOf } from './client.ts';
import { caddyfile, caddyVariables, NAME, nginxSite, type Place } from './examples.ts';

export type ProxyName = 'nginx' | 'caddy';
export type RunningProxy = {
  readonly name: ProxyName;
  readonly place: Place;
  readonly client: Client;
  stop(): Promise<void>;
};

/** Returns what the command says of its version, or null where it is not installed. */
export function versionOf(command: string, argument: string): string | null {
  const { status, stdout, stderr } = spawnSync(command, [argument], { encoding: 'utf8' });
  return status === 0 ? ((stdout + stderr).trim().split(/\s*\n/)[0] ?? '') : null;
}

const NGINX = (folder: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
  access_log off;
  include /etc/nginx/mime.types;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  include ${folder}/site.conf;
}
`;

type Launch = (place: Place, folder: string) => Promise<{ args: string[]; env: Record<string, string> }>;
const PATH = { PATH: process.env.PATH ?? '' };

const prepareNginx: Launch = async (place, folder) => {
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', `${folder}/key.pem`];
  const [issuer, ...request] = ['openssl', 'req', '-x509', ...key, '-out', `${folder}/certificate.pem`, ...subject];
  execFileSync(issuer ?? '', request, { stdio: 'pipe' });
  await writeFile(join(folder, 'site.conf'), nginxSite(place, folder));
  await writeFile(join(folder, 'nginx.conf'), NGINX(folder));
  return { args: ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], env: PATH };
};

const prepareCaddy: Launch = async (place, folder) => {
  await writeFile(join(folder, 'Caddyfile'), caddyfile(place));
  const env = { ...PATH, HOME: folder, XDG_DATA_HOME: folder, ...caddyVariables(place) };
  return { args: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], env };
};

const PATIENCE_MS = 20_000;

/** Starts the proxy and waits until it answers over https. */
export async function startProxy(name: ProxyName, instances: readonly number[], folder: string): Promise<RunningProxy> {
  const [http = 0, https = 0] = await freePorts(2);
  const place = { http, https, instances };
  const { args, env } = await (name === 'nginx' ? prepareNginx : prepareCaddy)(place, folder);
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const endToo = () => void child.kill('SIGKILL');
  process.once('exit', endToo);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000);
  });
  const certificate = join(folder, name === 'nginx' ? 'certificate.pem' : 'caddy/pki/authorities/local/root.crt');
  const client = () => clientOf(place, readFileSync(certificate, 'utf8'));
  const answers = () =>
    client()
      .get('/healthz')
      .then(
        ({ status }) => status === 200,
        () => false,
      );
  const came = await within(PATIENCE_MS, async () => existsSync(certificate) && (await answers()));
  if (came === null) throw new Error(`${name} did not answer:\n${said}`);
  return {
    ...{ name, place, client: client() },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      if (child.exitCode === null) await ended;
      process.off('exit', endToo);
    },
  };
}
