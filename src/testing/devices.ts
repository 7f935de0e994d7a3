/** A visitor with several devices. */
import { randomUUID } from 'node:crypto';
import { hashOf, newToken } from '#features/access/session.ts';
import { addDevice, findDevice } from '#features/access/store/callers.ts';
import type { OwnDevice, ShownCode } from '#features/devices/contract.ts';
import type { Browser, TestApp } from './app.ts';

const COOKIE = 'fest_id';

const find = ({ context }: TestApp, { cookies }: Browser) => findDevice(context.db, hashOf(cookies.get(COOKIE) ?? ''));

/** Returns the id of a browser's visitor; null for a stranger. */
export const visitorOf = async (app: TestApp, browser: Browser): Promise<string | null> =>
  (await find(app, browser))?.visitorId ?? null;

/** Returns the id of a browser's device; '' for a stranger. */
export const deviceOf = async (app: TestApp, browser: Browser): Promise<string> => (await find(app, browser))?.id ?? '';

/** Adds a device to the visitor of a browser, without a code. */
export async function secondDeviceOf(app: TestApp, first: Browser): Promise<Browser> {
  const [second, token] = [app.browser(), newToken()];
  const now = app.context.now().toISOString();
  const visitorId = (await visitorOf(app, first)) ?? '';
  await addDevice(app.context.db, { id: app.context.newId(), visitorId, tokenHash: hashOf(token), now });
  second.cookies.set(COOKIE, token);
  return second;
}

export const once = () => ({ 'idempotency-key': randomUUID() });
export const codeOf = async (browser: Browser) => (await browser.send('POST /api/devices/code')).json<ShownCode>().code;
export const join = (browser: Browser, code: string, headers = once()) =>
  browser.send('POST /api/devices/join', { code }, headers);
export const devicesOf = async (browser: Browser) => (await browser.send('GET /api/devices')).json<OwnDevice[]>();
export const placesOf = async (browser: Browser) =>
  (await browser.send('GET /api/rsvps/my')).json<{ id: string; playerName: string; playerEmail?: string }[]>();
