import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { KINDS } from '../rules.ts';
import { renewAtVisit } from './phone/renew.ts';
import { RemindDialog } from './RemindDialog.tsx';
import { offerReminders, RENEWED_AT, useReminders } from './state.ts';

const PUBLIC_KEY = btoa('the key').replace(/=+$/, '');
const keyBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;

/** The browser's side, which jsdom lacks. */
let subscription: ReturnType<typeof subscriptionWith> | null;
let permission: NotificationPermission;
let answer: NotificationPermission;
const subscribe = vi.fn(async (_: PushSubscriptionOptionsInit) => {
  subscription = subscriptionWith('the key', 'https://push.example.org/new');
  return subscription;
});
const subscriptionWith = (key: string, endpoint = 'https://push.example.org/1') => ({
  options: { applicationServerKey: keyBytes(key) },
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: vi.fn(async () => {
    subscription = null;
    return true;
  }),
});

beforeEach(() => {
  [subscription, permission, answer] = [null, 'default', 'granted'];
  localStorage.clear();
  const meta = document.createElement('meta');
  [meta.name, meta.content] = ['release', 'r1'];
  document.head.append(meta);
  const pushManager = { getSubscription: async () => subscription, subscribe };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
      return permission;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  });
});
afterEach(() => {
  document.head.querySelector('meta[name="release"]')?.remove();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  subscribe.mockClear();
});

let stored: readonly string[];
const answerAll = () => {
  stored = [...KINDS];
  return answerCalls({
    'GET /api/push/key': () => ({ body: { publicKey: PUBLIC_KEY } }),
    'PUT /api/push/subscription': ({ body }) => {
      stored = (body as { kinds?: string[] }).kinds ?? stored;
      return { body: { kinds: stored } };
    },
    'DELETE /api/push/subscription': () => ({ status: 204 }),
  });
};
const open = () => {
  const heard = answerAll();
  renderInPage(<RemindDialog onClose={() => undefined} />);
  return heard;
};
const button = (name: string) => screen.findByRole('button', { name });

it('asks the person only after a press, subscribes with the festival’s key, and shows the kinds', async () => {
  open();
  const turnOn = await button('Turn on reminders');
  expect(permission).toBe('default');
  await userEvent.click(turnOn);
  expect(await screen.findAllByRole('checkbox', { checked: true })).toHaveLength(KINDS.length);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: PUBLIC_KEY });
  expect(safeStorage.get(RENEWED_AT)).not.toBeNull();
});

it('subscribes anew when the address that it opens with is another phone’s', async () => {
  [permission, subscription] = ['granted', subscriptionWith('the key')];
  const heard = answerCalls({
    'PUT /api/push/subscription': ({ body }) =>
      (body as { endpoint: string }).endpoint.endsWith('/new')
        ? { body: { kinds: [...KINDS] } }
        : { status: 409, body: { code: 'ENDPOINT_TAKEN', message: 'Another phone has this address.' } },
  });
  const former = subscription;
  renderInPage(<RemindDialog onClose={() => undefined} />);
  expect(await screen.findAllByRole('checkbox', { checked: true })).toHaveLength(KINDS.length);
  expect(former.unsubscribe).toHaveBeenCalled();
  expect(heard).toHaveLength(2);
});

it('switches a kind off, and stops', async () => {
  const heard = open();
  await userEvent.click(await button('Turn on reminders'));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Points decided' }));
  await waitFor(() => expect(stored).toEqual(KINDS.filter((kind) => kind !== 'points')));
  const former = subscription;
  await userEvent.click(await button('Stop'));
  await button('Turn on reminders');
  expect(heard.map(({ call }) => call)).toContain('DELETE /api/push/subscription');
  expect(former?.unsubscribe).toHaveBeenCalled();
  expect(safeStorage.get(RENEWED_AT)).toBeNull();
});

it('keeps what it shows, and says so, without network', async () => {
  open();
  await userEvent.click(await button('Turn on reminders'));
  await screen.findAllByRole('checkbox');
  answerCalls({
    'PUT /api/push/subscription': () => {
      throw new TypeError('Failed to fetch');
    },
    'DELETE /api/push/subscription': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Urgent messages' }));
  expect(await screen.findByText(/connection/i)).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(KINDS.length));
  await userEvent.click(await button('Stop'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBeNull());
  expect(subscription).not.toBeNull();
});

it('says how to allow notifications that the person has blocked, now or before', async () => {
  answer = 'denied';
  open();
  await userEvent.click(await button('Turn on reminders'));
  expect(await screen.findByText(/blocks notifications/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on reminders' })).toBeNull();
  expect(subscribe).not.toHaveBeenCalled();
});

it('leaves a question that the person put off', async () => {
  answer = 'default';
  open();
  await userEvent.click(await button('Turn on reminders'));
  expect(await button('Turn on reminders')).toBeTruthy();
  expect(subscribe).not.toHaveBeenCalled();
});

it('subscribes anew after the festival got another key', async () => {
  const former = subscriptionWith('the key of last year');
  [subscription, permission] = [former, 'granted'];
  open();
  await userEvent.click(await button('Stop'));
  subscription = former;
  await userEvent.click(await button('Turn on reminders'));
  await screen.findAllByRole('checkbox');
  expect(former.unsubscribe).toHaveBeenCalled();
  expect(subscription).not.toBe(former);
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 0, /home screen/],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, /home screen/],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, /cannot show messages/],
])('says what to do in a browser without push: %s, %i fingers', async (agent, fingers, words) => {
  vi.unstubAllGlobals();
  vi.stubGlobal('PushManager', undefined);
  Reflect.deleteProperty(globalThis, 'PushManager');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: fingers });
  open();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on reminders' })).toBeNull();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
});

it('says that a page without a worker cannot remind', async () => {
  document.head.querySelector('meta[name="release"]')?.remove();
  open();
  expect(await screen.findByText(/cannot show messages/)).toBeTruthy();
});

it('offers reminders after the first place only where there are none, and the calendar where the browser blocks them', () => {
  expect(offerReminders().action?.label).toBe('Remind me on this phone');
  permission = 'denied';
  expect(offerReminders().action?.label).toBe('Put into my calendar');
  safeStorage.set(RENEWED_AT, '1');
  expect(offerReminders()).toEqual({});
});

it('knows when reminders ended: taken back by the browser or refused by the server, not without network, by Stop or after another try', async () => {
  const { result } = renderHook(useReminders);
  const visit = async (reply: () => Reply) => {
    answerCalls({
      'GET /api/push/key': () => ({ body: { publicKey: PUBLIC_KEY } }),
      'PUT /api/push/subscription': reply,
    });
    safeStorage.set(RENEWED_AT, '1');
    await act(renewAtVisit);
    return result.current.haveEnded;
  };
  const full = () => ({ status: 409, body: { code: 'TOO_MANY_HERE', message: 'Later.' } });
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  [subscription, permission] = [subscriptionWith('the key'), 'granted'];
  expect(await visit(() => ({ body: { kinds: KINDS } }))).toBe(false);
  expect(await visit(lost)).toBe(false);
  expect(await visit(full)).toBe(true);
  expect(await visit(() => ({ body: { kinds: KINDS } }))).toBe(false);
  permission = 'denied';
  expect(await visit(full)).toBe(true);
  expect(result.current.mayAsk).toBe(false);
});

it('sends the subscription again at each visit, and gives it up when the visitor was forgotten', async () => {
  const heard = answerAll();
  const puts = () => heard.filter(({ call }) => call.startsWith('PUT')).length;
  [subscription, permission] = [subscriptionWith('the key'), 'granted'];
  await renewAtVisit();
  safeStorage.set(RENEWED_AT, String(Date.now() - MINUTE / 2));
  await renewAtVisit();
  expect(puts()).toBe(0);
  safeStorage.set(RENEWED_AT, String(Date.now() - 2 * MINUTE));
  await renewAtVisit();
  await renewAtVisit();
  expect(puts()).toBe(1);
  expect(subscription).not.toBeNull();
  const said = { code: 'NO_VISITOR', message: 'No.' };
  answerCalls({
    'GET /api/push/key': () => ({ body: { publicKey: PUBLIC_KEY } }),
    'PUT /api/push/subscription': () => ({ status: 401, body: said }),
  });
  safeStorage.set(RENEWED_AT, String(Date.now() - 2 * MINUTE));
  await renewAtVisit();
  expect([subscription, safeStorage.get(RENEWED_AT)]).toEqual([null, null]);
});

it('keeps what was switched off when the server has forgotten the subscription', async () => {
  const heard = open();
  await userEvent.click(await button('Turn on reminders'));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Points decided' }));
  await waitFor(() => expect(stored).toEqual(KINDS.filter((kind) => kind !== 'points')));
  // As after a 410 of the push service.
  stored = [...KINDS];
  safeStorage.set(RENEWED_AT, String(Date.now() - 2 * MINUTE));
  await renewAtVisit();
  expect(heard.at(-1)?.call).toContain('PUT');
  expect(stored).toEqual(KINDS.filter((kind) => kind !== 'points'));
});
