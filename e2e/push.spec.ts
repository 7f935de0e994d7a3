/** Reminders on a phone, in a Chromium that shows notifications: from the button to the screen that a tap opens. */
import type { BrowserContext, CDPSession, Worker } from '@playwright/test';
import { findNotifying } from '../scripts/engines.mjs';
import { type PushService, startPushService } from '../src/testing/push-receiver.ts';
import { expect, onPhone, test } from './journey.ts';
import { whenControlled } from './network.ts';
import { type Organiser, unique } from './organiser.ts';
import { dialog, openCard, register } from './screen.ts';

let service: PushService;
test.beforeEach(async ({ trouble }) => {
  // There is no channel, and the worker asks for its announcements.
  trouble.allow(/503.*\/api\/discord\/announcements/);
  service = await startPushService();
});
test.afterEach(() => service.stop());

/** Replaces the browser's push service, which a headless browser lacks. */
function subscribeAt({ endpoint, keys }: ReturnType<PushService['phone']>): void {
  let subscription: object | null = null;
  const made = { options: {}, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => (subscription = null) };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscription,
    subscribe: async () => (subscription = made),
  });
}

/** Delivers to the worker as the browser does, also when no page of the program is open. */
async function phoneOf(context: BrowserContext, origin: string) {
  const session: CDPSession = await context.newCDPSession(await context.newPage());
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (ours !== undefined) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    deliver: (message: unknown) => {
      const data = typeof message === 'string' ? message : JSON.stringify(message);
      return session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
  };
}

type Press = Event & { waitUntil(work: Promise<unknown>): void };
/** As much of the worker's global as is used here. */
type Scope = {
  readonly registration: { getNotifications(only?: { tag: string }): Promise<Notification[]> };
  readonly clients: { openWindow(url: string): Promise<null> };
  readonly NotificationEvent: new (name: string, of: { notification: Notification }) => Press;
  dispatchEvent(event: Event): void;
};

const workerOf = (context: BrowserContext): Worker => {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('There is no worker.');
  return worker;
};
const shownIn = (context: BrowserContext) =>
  workerOf(context).evaluate(async () => {
    const { registration } = globalThis as unknown as Scope;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Presses the notification with this key. Only a person's press may open a window, so the address is returned instead. */
const tap = (context: BrowserContext, key: string) =>
  workerOf(context).evaluate(async (tag) => {
    const scope = globalThis as unknown as Scope;
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => {
      opened.push(url);
      return null;
    };
    const [notification] = await scope.registration.getNotifications({ tag });
    if (notification === undefined) throw new Error('It is not shown.');
    const works: Promise<unknown>[] = [];
    const event = new scope.NotificationEvent('notificationclick', { notification });
    event.waitUntil = (work) => void works.push(work);
    scope.dispatchEvent(event);
    await Promise.all(works);
    return opened;
  }, key);

async function sayUrgently(organiser: Organiser, origin: string, text: string): Promise<void> {
  const { name, value } = await organiser.session();
  const endsAt = new Date(Date.now() + 600_000).toISOString();
  const answer = await fetch(`${origin}/api/messages`, {
    method: 'POST',
    headers: { cookie: `${name}=${value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, urgent: true, audience: 'everybody', endsAt }),
  });
  expect(answer.status).toBe(201);
}

test.use({
  launchOptions: { executablePath: findNotifying() ?? '', args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] },
});

onPhone(() => {
  test.use({
    serviceWorkers: 'allow',
    permissions: ['notifications'],
    ownSettings: { PUSH_LOOPBACK: 'on' },
  });
  test.describe.configure({ timeout: 120_000 });

  test('reminds a phone after its first place, until Stop, opens what a tap names, and shows a message while the app is closed and the network hangs', async ({
    page,
    context,
    program,
    organiser,
    trouble,
  }) => {
    await test.step('reminds a phone after its first place, until Stop, and opens what a tap names', async () => {
      const phone = service.phone('rosa');
      await page.addInitScript(subscribeAt, phone);
      const { title } = await organiser.addEvent({ title: unique('Told') });
      const event = await openCard(page, title);
      await whenControlled(page);
      await register(page, event, 'Rosa');
      await page.getByRole('button', { name: 'Remind me on this phone' }).click();
      const reminders = dialog(page, 'Remind me on this phone');
      await reminders.getByRole('button', { name: 'Turn on reminders' }).click();
      await expect(reminders.getByRole('checkbox', { checked: true })).toHaveCount(6);
      await reminders.getByRole('checkbox', { name: 'Points decided' }).click();
      await expect(reminders.getByRole('checkbox', { checked: true })).toHaveCount(5);
      await reminders.getByRole('button', { name: 'Close' }).first().click();

      const { deliver } = await phoneOf(context, program.origin);
      await sayUrgently(organiser, program.origin, 'Leave the Arcade Hall.');
      await expect.poll(() => service.pushed.length, { timeout: 20_000 }).toBe(1);
      const message = service.pushed[0]?.message;
      expect(message).toMatchObject({ kind: 'urgent', body: expect.stringContaining('Leave the Arcade Hall.') });

      await test.step('shows it once, and leads the open page to its screen', async () => {
        await deliver(message);
        await deliver(message);
        await expect.poll(() => shownIn(context)).toMatchObject([{ tag: message?.tag }]);
        await page.goto('/scoreboard');
        expect(await tap(context, message?.tag ?? '')).toEqual([]);
        await expect(page).toHaveURL(message?.url ?? '');
        await deliver(message);
        await deliver({ ...message, key: 'another', tag: 'another' });
        await expect.poll(() => shownIn(context)).toMatchObject([{ tag: 'another' }]);
      });

      await test.step('stops', async () => {
        await page.goto('/schedule');
        await page.getByRole('button', { name: 'Remind me on this phone' }).click();
        // The replaced push service forgets with the page.
        await reminders.getByRole('button', { name: 'Turn on reminders' }).click();
        await reminders.getByRole('button', { name: 'Stop' }).click();
        await expect(reminders.getByRole('button', { name: 'Turn on reminders' })).toBeVisible();
        await sayUrgently(organiser, program.origin, 'All clear.');
        await expect(page.getByText('All clear.').first()).toBeVisible();
        expect(service.pushed).toHaveLength(1);
      });
    });

    await test.step('shows a message while the app is closed and the network hangs, also one that it cannot read', async () => {
      await page.goto('/');
      await whenControlled(page);
      const { deliver } = await phoneOf(context, program.origin);
      // The worker may be in the middle of asking for what it keeps.
      trouble.allow(/^request failed: net::ERR_FAILED GET/);
      await page.close();
      const HANGS = /./;
      await context.route(HANGS, () => undefined);
      await deliver({
        key: 'k 1',
        tag: 'k',
        kind: 'called',
        title: 'Table 4 now',
        body: 'Against Wanda',
        url: '/schedule',
      });
      const called = { title: 'Table 4 now', body: 'Against Wanda', tag: 'k' };
      await expect.poll(() => shownIn(context)).toContainEqual(called);
      const { length } = await shownIn(context);
      await deliver('<not ours>');
      await expect.poll(async () => (await shownIn(context)).length).toBe(length + 1);
      const [address] = await tap(context, 'k');
      await context.unroute(HANGS);
      const opened = await context.newPage();
      await opened.goto(address ?? '');
      await expect(opened.getByRole('heading', { level: 1, name: 'MY SCHEDULE' })).toBeVisible();
    });
  });
});
