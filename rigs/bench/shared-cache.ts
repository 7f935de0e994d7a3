/**
 * `shared-cache`: readers of home and the list of events through nginx as a shared cache, how many of their requests reach
 * the program, and what two visitors see behind it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { addEvent, unlock } from '../program.ts';
import { round, startProgram, stopped } from './program.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx'];
const SECONDS = 10;
const READERS = 50;
const ADDRESSES = ['/', '/api/events'];

/** Caches public answers as they say, except for visitors who just wrote. */
const configuration = (folder: string, port: number, program: string): string => `
daemon off;
master_process off;
worker_processes 1;
error_log stderr error;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/temp;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=festival:10m max_size=100m inactive=1m;
  # Who wrote a moment ago sees the program's own answer.
  map $http_cookie $wrote { default 0; "~fest_wrote=" 1; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${program};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_cache festival;
      proxy_cache_key $request_uri;
      proxy_cache_lock on;
      proxy_cache_background_update on;
      proxy_cache_use_stale updating;
      proxy_cache_bypass $wrote;
      proxy_no_cache $wrote;
    }
    location /api/live {
      proxy_pass ${program};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
}
`;

async function startNginx(binary: string, folder: string, program: string) {
  const port = 20_000 + (process.pid % 10_000);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, port, program));
  const child = spawn(binary, ['-c', file, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return { origin, stop: () => stopped(child) };
    await pause(100);
  }
  throw new Error('nginx did not start');
}

const TOKEN = 'rig-token-only-0123456789';

/** Requests that the program answered, by /metrics. */
async function answered(origin: string, route: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  const lines = text.matchAll(/^boardwalk_http_requests_total\{method="GET",route="([^"]+)",status="\d+"\} (\d+)$/gm);
  return [...lines].reduce((sum, [, of, count]) => sum + (of === route ? Number(count) : 0), 0);
}

async function readers(cache: string, program: string, path: string): Promise<void> {
  const route = path === '/' ? '/*' : path;
  const before = await answered(program, route);
  const cannon = { url: cache + path, connections: READERS, duration: SECONDS, headers: { 'accept-encoding': 'gzip' } };
  const { requests, errors, non2xx } = await autocannon(cannon);
  if (errors + non2xx > 0) throw new Error(`${path}: ${errors} errors, ${non2xx} refused`);
  const reached = (await answered(program, route)) - before;
  process.stdout.write(
    `shared-cache ${path}: ${round(requests.average, 0)} requests a second at the cache, ` +
      `${round(reached / SECONDS, 1)} at the program\n`,
  );
}

/** One visitor writes; what each of two visitors reads before, at once and later, and what a cache may keep of it. */
async function twoVisitors(cache: string): Promise<void> {
  const titles = async (cookie = '') => {
    const answer = await fetch(`${cache}/api/events`, { headers: { cookie } });
    return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
  };
  const admin = await unlock(cache);
  await titles();
  const position = Date.now();
  await addEvent(cache, admin, 16, 'Seen at once');
  const own = await titles(`${admin}; fest_wrote=${position + 1000}`);
  await pause(4000);
  await titles();
  await pause(1000);
  const others = await titles();
  const mine = await Promise.all(
    [admin, ''].map(async (cookie) => {
      const answer = await fetch(`${cache}/api/admin/session`, { headers: { cookie } });
      return ((await answer.json()) as { admin: boolean }).admin;
    }),
  );
  const isRight =
    own.includes('Seen at once') && others.includes('Seen at once') && mine[0] === true && mine[1] === false;
  process.stdout.write(
    `shared-cache two visitors: ${isRight ? 'each sees their own, nothing private is kept' : 'WRONG'}\n`,
  );
  if (!isRight) process.exitCode = 1;
}

export async function sharedCache(): Promise<void> {
  const binary = NGINX.find((path) => existsSync(path));
  if (binary === undefined) {
    process.stdout.write('shared-cache: needs nginx (apt-get install nginx-light)\n');
    return;
  }
  const program = await startProgram({ TRUST_PROXY: 'loopback', METRICS_TOKEN: TOKEN });
  const nginx = await startNginx(binary, program.folder, program.origin);
  try {
    for (const path of ADDRESSES) await readers(nginx.origin, program.origin, path);
    await twoVisitors(nginx.origin);
  } finally {
    await nginx.stop();
    await program.stop();
  }
}
