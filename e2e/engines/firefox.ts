/** Firefox over WebDriver BiDi, which it speaks itself: no other driver is needed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFirefox } from '../../scripts/engines.mjs';
import { type Driver, end, printed, start } from './device.ts';

/** Without requests of Firefox's own, which a machine without network would report. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

/** In centimetres. */
const A4 = { width: 21, height: 29.7 };

type Message = { id?: number; type: string; result?: unknown; message?: string };
type Result =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

export async function openFirefox(): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'boardwalk-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const child = start(findFirefox() ?? 'firefox', args);
  const [, address] = await printed(child, /BiDi listening on (ws:\/\/\S+)/);
  const send = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context ?? '';
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });
  return {
    navigate: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    async call(source, args) {
      const answer = (await send('script.callFunction', {
        functionDeclaration: `async (args) => JSON.stringify((await (${source})(...JSON.parse(args))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        target: { context },
      })) as Result;
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value ?? 'null');
    },
    async print() {
      const { data } = (await send('browsingContext.print', { context, page: A4 })) as { data: string };
      return Buffer.from(data, 'base64');
    },
    async close() {
      await end(child);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  socket.onmessage = ({ data }) => {
    const message: Message = JSON.parse(data);
    const asked = pending.get(message.id ?? 0);
    if (asked === undefined) return;
    pending.delete(message.id ?? 0);
    if (message.type === 'error') asked.reject(new Error(message.message));
    else asked.resolve(message.result);
  };
  let last = 0;
  return (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      pending.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}
