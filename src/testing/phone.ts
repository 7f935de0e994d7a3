/** A browser's tabs in front of a network that breaks at random, on the real app. For code that keeps writes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { Browser, TestApp } from './app.ts';

/** What the network does with one request: nothing wrong, it never arrives, or its answer is lost. */
export type Fate = 'passes' | 'lost' | 'unanswered';

export type Phone = {
  /** The fates of the next requests; those after them pass. */
  readonly fates: Fate[];
  offline: boolean;
  /** Requests of one Idempotency-Key, or of one deletion, that were on their way at the same time. */
  readonly together: string[];
  /** What the app answered to each key: the id of what it made. */
  readonly made: Map<string, Set<string>>;
  readonly device: Browser;
};

/** How many turns of the event loop a request takes. */
const TURNS = 20;

const same = (call: string, headers: Headers): string | null =>
  headers.get('idempotency-key') ?? (call.startsWith('DELETE') ? call : null);

/** Replaces the browser's globals until `vi.unstubAllGlobals()`. Without `keys` or `locks`, for controls. */
export function openPhone(app: TestApp, without?: string): Phone {
  const device = app.browser();
  const phone: Phone = { fates: [], offline: false, together: [], made: new Map(), device };
  const underWay = new Set<string>();
  const stored = new Map<string, string>();

  const fetchFrom = async (address: string, { method = 'GET', body, headers: said }: RequestInit = {}) => {
    if (address === '/healthz' && !phone.offline) return new Response(null, { headers: { 'x-release': 'none' } });
    const fate = phone.offline ? 'lost' : (phone.fates.shift() ?? 'passes');
    if (fate === 'lost') throw new TypeError('Failed to fetch');
    const headers = new Headers(said);
    const key = same(`${method} ${address}`, headers);
    if (key !== null && underWay.has(key)) phone.together.push(key);
    if (key !== null) underWay.add(key);
    // Long enough for another tab to send the same.
    for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
    if (without === 'keys') headers.delete('idempotency-key');
    const cookies = new Map(device.cookies);
    const sent = typeof body === 'string' ? JSON.parse(body) : undefined;
    const answer = await device.send(`${method} ${address}`, sent, Object.fromEntries(headers));
    if (key !== null) underWay.delete(key);
    if (method === 'POST' && answer.statusCode === 201 && key !== null) {
      phone.made.set(key, (phone.made.get(key) ?? new Set()).add(answer.json<{ id: string }>().id));
    }
    if (fate === 'unanswered') {
      device.cookies.clear();
      for (const [name, value] of cookies) device.cookies.set(name, value);
      throw new TypeError('Failed to fetch');
    }
    const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return new Response(answer.body === '' ? null : answer.body, {
      status: answer.statusCode,
      headers: answered as [string, string][],
    });
  };

  vi.stubGlobal('fetch', fetchFrom);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('document', { hidden: true, querySelector: () => null });
  const online = { onLine: true };
  vi.stubGlobal('navigator', without === 'locks' ? online : { ...online, locks: navigator.locks });
  return phone;
}
