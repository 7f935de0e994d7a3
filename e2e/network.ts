/** The network between browser and program, in the states that a hotel's has, and journeys over it. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { PAGES } from '../src/app/web/offline/rules.ts';
import { test as base, expect } from './journey.ts';

/**
 * `up` passes everything; `down` breaks every connection; `slow` takes 20 s for each answer; `garbage` answers with an error page of
 * something in between; `portal` answers every address with its login page and 200, `sign-on` leads every address to one of
 * another origin.
 */
export type NetworkState = 'up' | 'down' | 'slow' | 'garbage' | 'portal' | 'sign-on';

const SLOW_MS = 20_000;
export const PORTAL_TITLE = 'Hotel Wi-Fi login';
const PORTAL = `<!doctype html><title>${PORTAL_TITLE}</title><h1>${PORTAL_TITLE}</h1>`;

export type Network = Awaited<ReturnType<typeof startNetwork>>;

/** `firstScript` runs in every page before its own; for browsers that cannot be told to. */
export async function startNetwork(to: string, firstScript = '') {
  let state: NetworkState = 'up';
  let origins: readonly string[] = [to];
  let blocked = /^$/;
  const signOn = createServer((_, answer) => void answer.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL));
  await new Promise<void>((resolve) => signOn.listen(0, '127.0.0.1', resolve));
  let passed = 0;
  const nextOrigin = () => origins[passed++ % origins.length] ?? to;
  const seen: string[] = [];
  const server = createServer((asked, answer) => {
    seen.push(`${asked.method} ${asked.url}`);
    if (asked.url === FIRST_SCRIPT) return void answer.writeHead(200, SCRIPT).end(firstScript);
    if (state === 'down') return void asked.socket.destroy();
    if (state === 'portal') return void answer.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL);
    if (state === 'sign-on') return void answer.writeHead(302, { location: originOf(signOn) }).end();
    if (blocked.test(asked.url ?? '')) return void answer.writeHead(503).end();
    if (state === 'garbage') return void answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gate');
    if (state === 'slow') return void setTimeout(() => pass(nextOrigin(), asked, answer), SLOW_MS).unref();
    if (firstScript === '') pass(nextOrigin(), asked, answer);
    else passWithScript(nextOrigin(), asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: originOf(server),
    /** What is on its way is cut off. */
    become(next: NetworkState) {
      state = next;
      server.closeAllConnections();
    },
    /** Passes everything to another program, or to several in turn. */
    leadTo(others: string | readonly string[]) {
      origins = [others].flat();
      server.closeAllConnections();
    },
    /** Answers these addresses with 503, as a blocker or a busy server does. */
    block(addresses: RegExp) {
      blocked = addresses;
    },
    /** Method and address of every request since the last call. */
    requests: () => seen.splice(0),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        signOn.close();
        signOn.closeAllConnections();
      }),
  };
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function pass(origin: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { url = '/', method = 'GET', headers } = asked;
  const sent = request(`${origin}${url}`, { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
    answer.on('close', () => response.destroy());
  });
  sent.on('error', () => answer.destroy());
  asked.pipe(sent);
}

const FIRST_SCRIPT = '/first-script.js';
const SCRIPT = { 'content-type': 'text/javascript' };

async function passWithScript(origin: string, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  if (!asked.headers.accept?.startsWith('text/html')) return pass(origin, asked, answer);
  const cookie = asked.headers.cookie ?? '';
  const response = await fetch(`${origin}${asked.url}`, { headers: { cookie, accept: 'text/html' } });
  const page = (await response.text()).replace('<head>', `<head><script src="${FIRST_SCRIPT}"></script>`);
  const { 'content-length': _, 'content-encoding': __, ...headers } = Object.fromEntries(response.headers);
  answer.writeHead(response.status, headers).end(page);
}

/** A journey whose browser reaches the program over a network of its own. Service workers run. */
export const test = base.extend<{ network: Network }>({
  serviceWorkers: 'allow',
  network: async ({ program, trouble }, use) => {
    const network = await startNetwork(program.origin);
    trouble.allow(/net::ERR_|Failed to load resource|EventSource's response|answer 50[23]/);
    await use(network);
    await network.stop();
  },
  baseURL: async ({ network }, use) => use(network.origin),
});

/** The network is back, and the browser says so, as a phone's does. Without it a page asks in pauses of up to 15 s. */
export async function comeBack(network: Network, ...pages: readonly Page[]): Promise<void> {
  network.become('up');
  for (const page of pages) await page.evaluate(() => void dispatchEvent(new Event('online')));
}

/** Opens a page and waits for its live stream, whose end tells of a lost network. Its code is loaded after hydration. */
export async function openStreaming(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live');
  await page.goto(path);
  await stream;
}

/** Waits until the worker has taken over the page, with what it could keep. A busy machine needs 20 s. */
export async function whenControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 40_000 });
}

/** Waits until it has copied all pages of visitors and their files: a busy server may have turned some away. */
export async function whenCopied(page: Page): Promise<void> {
  await whenControlled(page);
  const opens = () =>
    page.evaluate(
      () =>
        new Promise<{ pages: string[]; isWhole: boolean }>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          navigator.serviceWorker.controller?.postMessage('opens', [port2]);
        }),
    );
  await expect.poll(opens, { timeout: 60_000 }).toEqual({ pages: expect.arrayContaining([...PAGES]), isWhole: true });
}

/** Returns the addresses of all offline copies that contain the text. */
export const copiesWith = (page: Page, text: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const body = await (await cache.match(url, { ignoreVary: true }))?.text();
        if (body?.includes(wanted)) found.push(`${name.split(' ')[0]} ${new URL(url).pathname}`);
      }
    }
    return found;
  }, text);
