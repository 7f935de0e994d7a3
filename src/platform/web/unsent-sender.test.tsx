import { act, renderHook, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { NOW } from '#testing/page.tsx';
import { NoCookies } from './api.ts';
import { forgetToasts, useToasts } from './ui/toast.ts';
import { type End, hasUnsent } from './unsent.ts';
import { type Sender, startSending } from './unsent-sender.ts';
import { addUnsent, type NewWrite } from './unsent-writes.ts';

withIndexedDb();

const UNTIL = '2025-11-13T20:00:00.000Z';

/** A tab: the modules as loaded by a page of its own. */
async function openTab() {
  vi.resetModules();
  const { ApiError } = await import('./api.ts');
  const { NoConnection } = await import('./connection.ts');
  return { ...(await import('./unsent-writes.ts')), ...(await import('./unsent-sender.ts')), ApiError, NoConnection };
}

/** Runs functions of one name one after the other, as the browser does for all its tabs. */
function fakeLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    request(name: string, act: () => Promise<unknown>) {
      const done = (last.get(name) ?? Promise.resolve()).then(act, act);
      last.set(name, done);
      return done;
    },
  };
}
const withLocks = (locks: object | undefined) => {
  if (locks === undefined) Reflect.deleteProperty(navigator, 'locks');
  else Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
};

let tab: Awaited<ReturnType<typeof openTab>>;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  vi.setSystemTime(NOW);
  withLocks(fakeLocks());
  tab = await openTab();
});
afterEach(() => {
  withLocks(undefined);
});

const keep = (id: string, more: Partial<NewWrite> = {}) =>
  tab.addUnsent({ id, kind: 'place', body: {}, until: UNTIL, sent: false, ...more });
const refusal = (status: number, code: string) =>
  new tab.ApiError({ status, statusText: '', retryAfter: null }, JSON.stringify({ code, message: 'No.' }));

/** Answers each write by its id, null for others, and notes what was asked. */
function sending(answers: Record<string, End | null | Error> = {}, inOrder = true) {
  const asked: string[] = [];
  const send: Sender['send'] = async ({ id, sent }) => {
    asked.push(`${id} ${sent}`);
    const answer = answers[id] ?? null;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, sender: async () => ({ inOrder, send }) };
}
const rows = async (from = tab) =>
  (await from.unsentWrites()).map(({ id, sent, end }) => `${id} ${end?.outcome ?? (sent ? 'sent' : 'waits')}`);

it('sends in order, and drops or ends each as the sender says', async () => {
  for (const id of ['a', 'b', 'c']) await keep(id);
  const { asked, sender } = sending({ b: { outcome: 'done', sentence: 'Yes.' } });
  await tab.sendAll({ place: sender });
  expect([asked, await rows()]).toEqual([['a false', 'b false', 'c false'], ['b done']]);
  expect((await tab.unsentWrites())[0]?.end).toMatchObject({
    sentence: 'Yes.',
    at: expect.stringContaining('2025-11-13T18:00:'),
  });
});

it.each<[number, string, End]>([
  [409, 'EVENT_FULL', { outcome: 'full', sentence: 'No.' }],
  [409, 'EVENT_OVER', { outcome: 'closed', sentence: 'No.' }],
  [404, 'NOT_FOUND', { outcome: 'closed', sentence: 'No.' }],
  [410, 'GONE', { outcome: 'closed', sentence: 'No.' }],
  [403, 'NOT_YOURS', { outcome: 'refused', sentence: 'No.' }],
  [422, 'KEY_REUSED', { outcome: 'refused' }],
])('ends a write that the server refuses with %i %s', async (status, code, end) => {
  await keep('a');
  await tab.sendAll({ place: sending({ a: refusal(status, code) }).sender });
  expect((await tab.unsentWrites())[0]?.end).toEqual({ ...end, at: expect.any(String) });
});

it.each([
  [503, 'PAUSED', []],
  [429, 'TOO_FAST', []],
  [401, 'LOCKED', []],
  // Another helper's link may be for it.
  [403, 'NOT_YOUR_JOB', ['b false']],
  [401, 'BADGE_WORD', []],
  [500, 'FAULT', ['b false']],
])('keeps a write that the server answers with %i %s, and what must come after it', async (status, code, asked) => {
  for (const kind of ['place', 'tap']) for (const id of ['a', 'b']) await keep(`${id} ${kind}`, { kind });
  const place = sending({ 'a place': refusal(status, code) });
  const tap = sending({ 'a tap': refusal(status, code) }, false);
  await expect(tab.sendAll({ place: place.sender, tap: tap.sender })).rejects.toMatchObject({ status });
  expect([place.asked, tap.asked]).toEqual([['a place false'], ['a tap false', ...asked.map(() => 'b tap false')]]);
  expect(await rows()).toEqual([
    'a place sent',
    'b place waits',
    'a tap sent',
    ...(asked.length === 0 ? ['b tap waits'] : []),
  ]);
});

it('tries nothing more without a connection', async () => {
  await keep('a');
  await keep('b', { kind: 'tap' });
  const { asked, sender } = sending({ a: new tab.NoConnection('No connection.') });
  await expect(tab.sendAll({ place: sender, tap: sender })).rejects.toThrow('No connection.');
  expect([asked, await rows()]).toEqual([['a false'], ['a sent', 'b waits']]);
});

it('ends what was never sent in time, deletes what is too old, and leaves alone what has no sender', async () => {
  await keep('late', { until: '2025-11-13T17:59:00.000Z' });
  await keep('sent', { until: '2025-11-13T17:59:00.000Z', sent: true });
  await keep('old', { kind: 'tap', dropAt: '2025-11-13T17:59:00.000Z' });
  await keep('tap', { kind: 'tap', dropAt: '2025-11-13T18:10:00.000Z' });
  const { asked, sender } = sending();
  await tab.sendAll({ place: sender });
  expect([asked, await rows()]).toEqual([['sent true'], ['late closed', 'tap waits']]);
});

it('marks a write as sent before it is sent, so that a killed browser knows', async () => {
  await keep('a');
  const tabAfterKill = await openTab();
  let seen: string[] = [];
  const send = async () => {
    seen = await rows(tabAfterKill);
    return null;
  };
  await tab.sendAll({ place: async () => ({ inOrder: true, send }) });
  expect(seen).toEqual(['a sent']);
});

/** Both tabs send when the connection comes back; each request takes a turn. */
async function sendFromTwoTabs(): Promise<string[]> {
  await keep('a');
  await keep('b');
  const other = await openTab();
  const asked: string[] = [];
  const send: Sender['send'] = async ({ id }) => {
    asked.push(id);
    await new Promise((resolve) => setTimeout(resolve));
    return null;
  };
  const senders = { place: async () => ({ inOrder: true, send }) };
  await Promise.all([tab.sendAll(senders), other.sendAll(senders)]);
  return asked;
}

it('sends once from two tabs', async () => {
  expect(await sendFromTwoTabs()).toEqual(['a', 'b']);
});

it('control: sends twice from two tabs without a lock', async () => {
  withLocks(undefined);
  expect((await sendFromTwoTabs()).length).toBeGreaterThan(2);
});

it('does not send what was dropped after the pass began', async () => {
  await keep('a');
  await keep('b');
  const asked: string[] = [];
  const send: Sender['send'] = async ({ id }) => {
    asked.push(id);
    await tab.dropUnsent((write) => write.id === 'b');
    return null;
  };
  await tab.sendAll({ place: async () => ({ inOrder: true, send }) });
  expect([asked, hasUnsent()]).toEqual([['a'], false]);
});

it('asks for no lock where nothing waits: a browser without cookies refuses it', async () => {
  const request = vi.fn(() => Promise.reject(new DOMException('denied', 'SecurityError')));
  withLocks({ request });
  await tab.sendAll({ place: sending().sender });
  expect(request).not.toHaveBeenCalled();
});

it('sends on a visible page, also what comes to wait during a pass, and stops without cookies, saying so once', async () => {
  vi.useRealTimers();
  const { result } = renderHook(useToasts);
  const keepHere = (id: string) => addUnsent({ id, kind: 'place', body: {}, until: UNTIL, sent: true });
  const asked: string[] = [];
  const send: Sender['send'] = async ({ id }) => {
    asked.push(id);
    if (id === 'b') throw new NoCookies();
    await keepHere('b');
    return null;
  };
  const senders = { place: async () => ({ inOrder: true, send }) };
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
  };
  const look = () => document.dispatchEvent(new Event('visibilitychange'));
  await keepHere('a');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const stop = startSending(senders);
  await turns();
  expect(asked).toEqual([]);
  hidden.mockRestore();
  look();
  await waitFor(() => expect(result.current[0]?.description).toMatch(/^This browser keeps no cookies/));
  stop();
  act(forgetToasts);
  const stopAgain = startSending(senders);
  look();
  await turns();
  stopAgain();
  expect([asked, result.current]).toEqual([['a', 'b'], []]);
});
