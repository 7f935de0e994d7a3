import { ADMIN, HELPER } from '#features/dashboard/web/parts/admin-tabs.ts';
import { mayStart } from '../offline/start.ts';

declare const self: ServiceWorkerGlobalScope;

/** A push service may deliver a message twice. */
export const TOLD_CACHE = 'told';
const TOLD = '/told';
const MOST_KEYS = 100;

/** Shown once for each key; replaces the notification with the same tag. */
type Said = {
  readonly key: string;
  readonly tag: string;
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
};

/** Browsers require a notification for every message, also for one that cannot be read. */
const UNREADABLE: Said = {
  key: 'news',
  tag: 'news',
  kind: '',
  title: 'There is news',
  body: 'Open My schedule to see it.',
  url: '/schedule',
};
const TEXTS = ['key', 'tag', 'kind', 'title', 'body', 'url'] as const;

function read(data: PushMessageData | null): Said {
  try {
    const said = data?.json() as Said;
    return TEXTS.every((name) => typeof said[name] === 'string') ? said : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other, so that two messages with one key are shown once. `icon` is a data: address. */
export function show(data: PushMessageData | null, icon: string): Promise<unknown> {
  const said = read(data);
  last = last.then(() => showOnce(said, icon)).catch(() => notify(said, icon));
  return last;
}

async function showOnce(said: Said, icon: string): Promise<void> {
  const cache = await caches.open(TOLD_CACHE);
  const keys: string[] = (await (await cache.match(TOLD))?.json()) ?? [];
  const isRepeated = said !== UNREADABLE && keys.includes(said.key);
  // An open notification is replaced without a sound, which browsers count as shown.
  if (isRepeated && (await self.registration.getNotifications({ tag: said.tag })).length === 0) return;
  await notify(said, icon, !isRepeated);
  if (!isRepeated) await cache.put(TOLD, new Response(JSON.stringify([...keys, said.key].slice(-MOST_KEYS))));
}

function notify({ tag, kind, title, body, url }: Said, icon: string, isNew = false): Promise<void> {
  const isUrgent = kind === 'urgent' || kind === 'called';
  const shown: NotificationOptions & { vibrate?: number[]; renotify?: boolean } = {
    body,
    tag,
    // With a sound, too, when it replaces an older state.
    renotify: isNew,
    data: url,
    icon,
    requireInteraction: isUrgent,
    ...(isUrgent && { vibrate: [200, 100, 200] }),
  };
  return self.registration.showNotification(title, shown);
}

/** A desk and a big screen stay as they are. */
const mayLead = ({ url }: WindowClient): boolean => {
  const { pathname } = new URL(url);
  return mayStart(pathname) && ![ADMIN, HELPER].some((path) => pathname.startsWith(path));
};

/** Only addresses of our own. */
export async function open({ data }: Notification): Promise<void> {
  const { origin } = self.location;
  const wanted = new URL(String(data), origin);
  const url = wanted.origin === origin ? wanted.href : origin;
  const pages = (await self.clients.matchAll({ type: 'window' })).filter(mayLead);
  const page = pages.find(({ url: shown }) => shown === url) ?? pages[0];
  if (page === undefined) return void (await self.clients.openWindow(url));
  // A browser may refuse to bring it up, and the page is still there.
  await page.focus().catch(() => undefined);
  if (page.url !== url) await page.navigate(url).catch(() => self.clients.openWindow(url));
}

/** The push service gave this phone another address. */
export async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? (await readKey());
  const subscribe = () => self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const subscription = newSubscription ?? (await subscribe());
  const answer = await put(subscription);
  if (answer.status !== 409 || (await answer.json()).code !== 'ENDPOINT_TAKEN') return;
  // A copied profile of a browser has the address of another phone.
  await subscription.unsubscribe();
  await put(await subscribe());
}

function put(subscription: PushSubscription): Promise<Response> {
  const { endpoint, keys } = subscription.toJSON();
  return fetch('/api/push/subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

const readKey = async (): Promise<string> => (await (await fetch('/api/push/key')).json()).publicKey;
