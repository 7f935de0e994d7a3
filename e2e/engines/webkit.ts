/** WebKitGTK, Safari's engine on Linux: WebKitWebDriver with a browser that prints, on a screen that nobody sees. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findWebkit } from '../../scripts/engines.mjs';
import { freePort } from '../../scripts/free-ports.mjs';
import { type Driver, end, printed, start } from './device.ts';

const PRINT_TITLE = 'Print this page';
const BROWSER = join(import.meta.dirname, 'printing-browser.ts');

export async function openWebkit(): Promise<Driver> {
  const found = findWebkit();
  if (found === undefined) throw new Error('WebKit is not installed.');
  const screen = start(found.screen, ['-displayfd', '1', '-screen', '0', '1280x900x24']);
  const [, display] = await printed(screen, /^(\d+)\n/m);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-webkit-'));
  const PRINT_TO = join(folder, 'page.pdf');
  const env = { PRINT_TO, DISPLAY: `:${display}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
  const child = start(found.driver, ['-p', String(port)], env);
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const request = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, request);
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  };
  while (!(await fetch(`http://127.0.0.1:${port}/status`).catch(() => null))?.ok) await pause(50);
  const options = { binary: process.execPath, args: [BROWSER, found.library, PRINT_TITLE] };
  // WebKit never answers a script that was sent during a navigation; it should fail before the whole wait is over.
  const asked = { 'webkitgtk:browserOptions': options, timeouts: { script: 5_000 } };
  const made = await send('POST', '', { capabilities: { alwaysMatch: asked } });
  const session = `/${(made as { sessionId: string }).sessionId}`;
  const call: Driver['call'] = async (source, args) => {
    const script =
      `const done = arguments[arguments.length - 1]; Promise.resolve((${source})(...JSON.parse(arguments[0])))` +
      '.then((result) => done(JSON.stringify({ result })), (error) => done(JSON.stringify({ error: String(error) })));';
    const answer = await send('POST', `${session}/execute/async`, { script, args: [JSON.stringify(args)] });
    const { result, error } = JSON.parse(String(answer)) as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return result ?? null;
  };
  return {
    call,
    navigate: async (url) => void (await send('POST', `${session}/url`, { url })),
    act: async (actions) => void (await send('POST', `${session}/actions`, { actions })),
    async print() {
      await rm(PRINT_TO, { force: true });
      await call('(title) => { document.title = title; }', [PRINT_TITLE]);
      for (;;) {
        const pdf = await readFile(PRINT_TO).catch(() => Buffer.of());
        if (pdf.includes('%%EOF')) return pdf;
        await pause(50);
      }
    },
    async close() {
      await send('DELETE', session).catch(() => undefined);
      await end(child);
      await end(screen);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
