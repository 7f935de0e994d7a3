/** `events` and `home`: cached responses compared with a bare server that sends the same bytes and headers. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { median, print, round, whole } from '../rig.ts';
import { addEvents, startProgram, stopped } from './program.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 50;
const EVENTS = 60;

/** Headers of a phone's browser; the cookie belongs to no visitor. */
const SENT = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
  accept: '*/*',
  'accept-language': 'en-US,en;q=0.9',
  cookie: 'fest_id=q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA; sidebar_state=true',
  'sec-fetch-site': 'same-origin',
};

function rawGet(url: string, encoding: string): Promise<{ body: Buffer; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...SENT, 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ body: Buffer.concat(chunks), headers: response.headers }));
    }).on('error', reject);
  });
}

async function perSecond(url: string, encoding: string): Promise<number> {
  const options = {
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { ...SENT, 'accept-encoding': encoding },
  };
  const result = await autocannon(options);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return result.requests.average;
}

/** Node adds these on both servers. */
const OWN = ['date', 'connection', 'keep-alive'];

async function startBare(folder: string, body: Buffer, headers: IncomingHttpHeaders) {
  const file = join(folder, 'body');
  await writeFile(file, body);
  const fixed = Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare.ts'), file, JSON.stringify(fixed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  );
  return { origin: `http://127.0.0.1:${port}`, stop: () => stopped(child) };
}

async function compare(name: string, path: string, encoding: string): Promise<void> {
  const program = await startProgram();
  const listed = (await (await fetch(`${program.origin}/api/events`)).json()) as unknown[];
  await addEvents(program.origin, Math.max(0, EVENTS - listed.length), 16);
  const { body, headers } = await rawGet(program.origin + path, encoding);
  const bare = await startBare(program.folder, body, headers);
  const ratios: number[] = [];
  const rates: number[] = [];
  await perSecond(program.origin + path, encoding);
  for (let n = 0; n < ROUNDS; n += 1) {
    const ours = await perSecond(program.origin + path, encoding);
    const theirs = await perSecond(bare.origin + path, encoding);
    ratios.push(ours / theirs);
    rates.push(ours);
  }
  await bare.stop();
  await program.stop();
  print(
    `${name} (${encoding}, ${body.length} bytes): ${round(median(ratios))} of bare node:http ` +
      `(${ratios.map((ratio) => round(ratio)).join(', ')}), ${whole(median(rates))} a second`,
  );
}

export async function events(): Promise<void> {
  await compare('events', '/api/events', 'identity');
  await compare('events', '/api/events', 'gzip, deflate, br');
}

export async function home(): Promise<void> {
  await compare('home', '/', 'identity');
  await compare('home', '/', 'gzip, deflate, br');
}
