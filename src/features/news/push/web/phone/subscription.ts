/** The browser's subscription to push messages, and what stands in its way. */
import { ApiError, request } from '#platform/web/api.ts';
import { deviceNow } from '#platform/web/device-clock.ts';
import { pageBuild } from '#platform/web/page-build.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type { readPushKey, subscribe, unsubscribe } from '../../contract.ts';
import { KINDS, type Kind } from '../../rules.ts';
import { CHOSEN_KINDS, noteEnded, RENEWED_AT } from '../state.ts';

/** `install`: an iPhone or iPad has it only in the app on its home screen. `denied`: the person has blocked notifications. */
export type Reminding =
  | { readonly state: 'unsupported' | 'install' | 'denied' | 'off' }
  | { readonly state: 'on'; readonly kinds: readonly Kind[] };

/** Safari for iPad says that it is a Mac. */
const isApplePhone = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Returns why this browser cannot be reminded; null when it can, or may be asked. */
function whyNotRemind(): 'unsupported' | 'install' | 'denied' | null {
  const hasAll = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!hasAll) return isApplePhone() ? 'install' : 'unsupported';
  // Without a worker of ours nobody would show anything.
  if (pageBuild() === null) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

const manager = async (): Promise<PushManager> => (await navigator.serviceWorker.ready).pushManager;

/** Null where nothing was chosen. */
function chosenKinds(): readonly Kind[] | null {
  const chosen = safeStorage.get(CHOSEN_KINDS)?.split(',');
  return chosen === undefined ? null : KINDS.filter((kind) => chosen.includes(kind));
}

async function send(subscription: PushSubscription, kinds = chosenKinds()): Promise<Reminding> {
  return put(subscription, kinds).catch(async (error) => {
    if (!(error instanceof ApiError) || error.code !== 'ENDPOINT_TAKEN') throw error;
    // A copied profile of a browser has the address of another phone.
    const { applicationServerKey } = subscription.options;
    await subscription.unsubscribe();
    return put(await (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey }), kinds);
  });
}

async function put(subscription: PushSubscription, kinds: readonly Kind[] | null): Promise<Reminding> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { endpoint, keys: { p256dh, auth }, ...(kinds && { kinds: [...kinds] }) };
  const answer = await request<typeof subscribe>('PUT /api/push/subscription', { body });
  safeStorage.set(RENEWED_AT, String(deviceNow()));
  safeStorage.set(CHOSEN_KINDS, answer.kinds.join());
  noteEnded(false);
  return { state: 'on', kinds: answer.kinds };
}

/** Sends the subscription again, because it may have changed, and returns what the server has. */
export async function readReminding(): Promise<Reminding> {
  const problem = whyNotRemind();
  if (problem !== null) return { state: problem };
  const subscription = await (await manager()).getSubscription();
  return subscription === null ? { state: 'off' } : send(subscription);
}

/** Asks the person, and subscribes. Call it while a press is handled: browsers ask at no other time. */
export async function turnOn(): Promise<Reminding> {
  if ((await Notification.requestPermission?.()) === 'denied') return { state: 'denied' };
  if (Notification.permission !== 'granted') return { state: 'off' };
  return subscribeAnew();
}

/** Subscribes with the festival's key of today: a restored festival may have another. */
async function subscribeAnew(): Promise<Reminding> {
  const { publicKey } = await request<typeof readPushKey>('GET /api/push/key');
  const pushManager = await manager();
  const former = await pushManager.getSubscription();
  if (former !== null && keyOf(former) !== publicKey) await former.unsubscribe();
  return send(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/** In base64url, as the server sends it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes))
    .replace(/=+$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Whether the next page will fare no better. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 400 && error.status < 429 : (error as Error).name === 'NotAllowedError';

export async function changeKinds(kinds: readonly Kind[]): Promise<Reminding> {
  const subscription = await (await manager()).getSubscription();
  return subscription === null ? { state: 'off' } : send(subscription, kinds);
}

/** The server first: without network nothing changes. */
export async function turnOff(): Promise<Reminding> {
  await request<typeof unsubscribe>('DELETE /api/push/subscription');
  await dropSubscription();
  return { state: 'off' };
}

async function dropSubscription(): Promise<void> {
  safeStorage.set(RENEWED_AT, null);
  noteEnded(false);
  await (await (await manager()).getSubscription())?.unsubscribe();
}

/** Subscribes again, also with another endpoint or key. Quiet: nobody waits for it, and the next page tries again. */
export async function renew(): Promise<void> {
  if (whyNotRemind() !== null || Notification.permission !== 'granted') return;
  try {
    await subscribeAnew();
  } catch (error) {
    // The visitor was forgotten.
    if (error instanceof ApiError && error.status === 401) await dropSubscription();
    else noteEnded(isRefusal(error));
  }
}
