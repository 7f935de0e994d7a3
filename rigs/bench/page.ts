/**
 * `page`: home and My schedule (of a phone with five places) on a phone with slow 4G and a CPU throttled four times, with
 * an empty cache.
 */
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { PAGES } from '#app/web/offline/rules.ts';
import { findChromium } from '../../scripts/chromium.mjs';
import { offlineFiles } from '../../src/app/server/built.ts';
import { median, print, round } from '../rig.ts';
import { addEvents, startProgram } from './program.ts';

const ROUNDS = 5;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Figures = { lcp: number; tbt: number; cls: number; scriptBytes: number; htmlBytes: number };
type Seen = { lcp: number; cls: number; long: { start: number; length: number }[]; fcp: number };

/** Runs in the page before anything else. */
function watch(): void {
  const seen: Seen = { lcp: 0, cls: 0, long: [], fcp: 0 };
  Object.assign(window, { seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  on('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & { hadRecentInput: boolean; value: number };
    if (!hadRecentInput) seen.cls += value;
  });
  on('longtask', (entry) => seen.long.push({ start: entry.startTime, length: entry.duration }));
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
}

const newPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true });

/** Visits a page with what the phone has cached, and closes the page. */
async function visit(context: BrowserContext, url: string, offline = false): Promise<Figures> {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', { ...SLOW_4G, offline });
  await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  wire.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'load' });
  // Hydrated, network idle, and no long task for two seconds.
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(2000);
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  const scriptBytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  await page.close();
  const blocked = seen.long.filter(({ start }) => start >= seen.fcp).map(({ length }) => length - 50);
  return {
    lcp: seen.lcp / 1000,
    tbt: blocked.reduce((sum, each) => sum + each, 0),
    cls: seen.cls,
    scriptBytes,
    htmlBytes: bytes.Document ?? 0,
  };
}

/** Runs `act` with a browser and the program. */
async function inBrowser(act: (browser: Browser, origin: string) => Promise<void>): Promise<void> {
  const program = await startProgram();
  const executablePath = findChromium() ?? chromium.executablePath();
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    await act(browser, program.origin);
  } finally {
    await browser.close();
    await program.stop();
  }
}

/** Returns the figures of the first visit of a new phone. */
async function visitWithPhone(browser: Browser, origin: string): Promise<Figures> {
  const phone = await newPhone(browser);
  const figures = await visit(phone, origin);
  await phone.close();
  return figures;
}

const text = (figures: readonly Figures[]): string => {
  const of = (name: keyof Figures) => median(figures.map((figure) => figure[name]));
  return (
    `LCP ${round(of('lcp'))} s, TBT ${round(of('tbt'), 0)} ms, CLS ${round(of('cls'), 3)}, ` +
    `script ${round(of('scriptBytes') / 1000, 1)} kB, HTML ${round(of('htmlBytes') / 1000, 1)} kB`
  );
};

const PLACES = 5;

/** Takes places as a new phone. Returns its cookie. */
async function takePlaces(origin: string): Promise<{ name: string; value: string; url: string }> {
  let cookie = '';
  for (const eventId of await addEvents(origin, PLACES, 16)) {
    const response = await fetch(`${origin}/api/rsvps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ eventId, playerName: 'Priya' }),
    });
    if (response.status !== 201) throw new Error(`no place was taken: ${await response.text()}`);
    const set = response.headers.getSetCookie().find((line) => line.startsWith('fest_id='));
    cookie ||= set?.split(';', 1)[0] ?? '';
  }
  const [name = '', value = ''] = cookie.split('=');
  return { name, value, url: origin };
}

/** Returns the figures of first visits of My schedule by a known phone. */
async function visitSchedule(browser: Browser, origin: string): Promise<Figures[]> {
  const cookie = await takePlaces(origin);
  const figures: Figures[] = [];
  for (let n = 0; n <= ROUNDS; n += 1) {
    const phone = await newPhone(browser);
    await phone.addCookies([cookie]);
    figures.push(await visit(phone, `${origin}/schedule`));
    await phone.close();
  }
  // The first visit warms the program and is not counted.
  return figures.slice(1);
}

export const page = (): Promise<void> =>
  inBrowser(async (browser, origin) => {
    const figures: Figures[] = [];
    // The first visit warms the server's caches and is not counted.
    await visitWithPhone(browser, origin);
    for (let n = 0; n < ROUNDS; n += 1) figures.push(await visitWithPhone(browser, origin));
    print(`page, home: ${text(figures)}`);
    print(`page, my schedule: ${text(await visitSchedule(browser, origin))} (before LCP 2.1 s, goal ≤ 0.9 s)`);
  });

/** Returns the packed bytes of the files and pages that a visitor's worker keeps. */
async function offlineBytes(origin: string): Promise<{ files: number; pages: number }> {
  const dist = new URL('../../dist/', import.meta.url);
  const { files } = offlineFiles(JSON.parse(readFileSync(new URL('web/.vite/manifest.json', dist), 'utf8')));
  const sizeOf = (path: string) => {
    const file = new URL(`web${path}`, dist);
    const packed = new URL(`web${path}.br`, dist);
    return statSync(existsSync(packed) ? packed : file).size;
  };
  let pages = 0;
  for (const path of PAGES) {
    const [response] = await once(get(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } }), 'response');
    for await (const chunk of response) pages += chunk.length;
  }
  return { files: files.reduce((sum, path) => sum + sizeOf(path), 0), pages };
}

/** Returns the figures of the second visit of a phone whose worker has kept everything. */
async function visitAgain(browser: Browser, origin: string, offline: boolean): Promise<Figures> {
  const phone = await newPhone(browser);
  const first = await phone.newPage();
  await first.goto(origin);
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await first.close();
  await phone.setOffline(offline);
  const figures = await visit(phone, origin, offline);
  await phone.close();
  return figures;
}

/** `page-again`: the second visit of the same phone, with and without network. */
export const pageAgain = (): Promise<void> =>
  inBrowser(async (browser, origin) => {
    for (const offline of [false, true]) {
      const figures: Figures[] = [];
      for (let n = 0; n <= ROUNDS; n += 1) figures.push(await visitAgain(browser, origin, offline));
      print(`page-again, ${offline ? 'without network' : 'slow 4G'}: ${text(figures.slice(1))} (goal LCP ≤ 0.4 s)`);
    }
    const { files, pages } = await offlineBytes(origin);
    print(`kept on a phone: files ${round(files / 1000)} kB, pages ${round(pages / 1000)} kB packed (goal ≤ 600 kB)`);
  });
