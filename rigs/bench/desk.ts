/** `desk`: script time to open a bracket of 256 in Event Control, and how much a score re-renders. */
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import { PASSWORD, unlock } from '../program.ts';
import { addEvents, median, round, startProgram } from './program.ts';

const PLAYERS = 256;
const ROUNDS = 5;

/** A tournament of that size, drawn and without results. */
async function draw(origin: string): Promise<string> {
  const [id = ''] = await addEvents(origin, 1, PLAYERS);
  const headers = { cookie: await unlock(origin), 'content-type': 'application/json' };
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  await send('PATCH', `/api/events/${id}`, { tournamentType: 'double-elimination' });
  for (let n = 1; n <= PLAYERS; n += 1) await send('POST', `/api/events/${id}/rsvps`, { playerName: `Racer ${n}` });
  await send('POST', `/api/events/${id}/generate-bracket`, { randomSeed: false });
  return id;
}

/** Returns the seconds of script since the page loaded. */
async function scriptSeconds(wire: CDPSession): Promise<number> {
  const { metrics } = await wire.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

const idle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

/** Measures from the click on Open Bracket until its last match is visible. */
async function opening(page: Page, wire: CDPSession, id: string): Promise<number> {
  await page.goto('/admin/control');
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const before = await scriptSeconds(wire);
  await page.locator(`a[href="/admin/control?bracket=${id}"]`).click();
  await page.locator('.bracket-box').waitFor();
  await idle(page);
  return (await scriptSeconds(wire)) - before;
}

/** Returns how many of the matches a score re-renders, and the script time until the next can be entered. */
async function score(page: Page, wire: CDPSession): Promise<{ drawn: number; redrawn: number; seconds: number }> {
  await page.evaluate(() => {
    const touched = new Set<Element>();
    Object.assign(window, { touched });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const match = (target instanceof Element ? target : target.parentElement)?.closest('.bracket-box li');
        if (match) touched.add(match);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await page.locator('.bracket-box button.match[data-status="ready"]').first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').first().fill('2');
  await form.getByRole('textbox').last().fill('1');
  const before = await scriptSeconds(wire);
  await form.getByRole('button', { name: 'Save Result' }).click();
  await page.locator('.bracket-box button.match[data-status="done"]').first().waitFor();
  await idle(page);
  const seconds = (await scriptSeconds(wire)) - before;
  const counts = await page.evaluate(() => ({
    drawn: document.querySelectorAll('.bracket-box .match').length,
    redrawn: (window as unknown as { touched: Set<Element> }).touched.size,
  }));
  return { ...counts, seconds };
}

export async function desk(): Promise<void> {
  const program = await startProgram();
  const id = await draw(program.origin);
  const executablePath = findChromium() ?? chromium.executablePath();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({ baseURL: program.origin, viewport: { width: 1280, height: 800 } });
  await context.request.post('/api/admin/verify', { data: { password: PASSWORD } });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  // CPU time of the page's main thread, to exclude other load.
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) seconds.push(await opening(page, wire, id));
  const entered = await score(page, wire);
  await browser.close();
  await program.stop();
  process.stdout.write(
    `desk: a bracket of ${PLAYERS} opens in ${round(median(seconds) * 1000, 0)} ms of script ` +
      `(${seconds.map((each) => round(each * 1000, 0)).join(', ')}); ` +
      `a score redraws ${entered.redrawn} of ${entered.drawn} matches in ${round(entered.seconds * 1000, 0)} ms of script\n`,
  );
}
