import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { fakeServer } from '#testing/fetch.ts';
import { forgetClock, startClock } from './clock.tsx';
import {
  confirmTime,
  connectedNow,
  forgetConnection,
  probe,
  reportEntry,
  reportFailure,
  reportLogin,
  reportResponse,
  responseCount,
  useConnected,
  useLogin,
  watchConnection,
  whenConnected,
} from './connection.ts';

const probes: number[] = [];
let isServerThere = false;
const Screen = () => <p>{`${useConnected() ? 'connected' : 'no connection'}${useLogin() ? ', login' : ''}`}</p>;
const said = () => screen.getByText(/connect/).textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  probes.length = 0;
  isServerThere = false;
  fakeServer(async (address: string) => {
    probes.push(Date.now());
    if (address !== '/healthz' || !isServerThere) throw new TypeError('Failed to fetch');
    return Response.json({ status: 'alive' });
  });
  render(<Screen />);
});
afterEach(() => {
  forgetConnection();
  forgetClock();
});

it('says that there is no connection after three seconds, and that it holds again after it held', async () => {
  reportFailure();
  expect(connectedNow()).toBe(false);
  await pass(2_900);
  expect(said()).toBe('connected');
  await pass(200);
  expect(said()).toBe('no connection');
  reportResponse();
  expect(connectedNow()).toBe(true);
  await pass(1_400);
  expect(said()).toBe('no connection');
  await pass(200);
  expect(said()).toBe('connected');
});

it('says nothing of a loss that is shorter, and does not blink when the network comes and goes', async () => {
  for (let second = 0; second < 12; second += 2) {
    reportFailure();
    await pass(1_900);
    reportResponse();
    await pass(100);
    expect(said()).toBe('connected');
  }
  reportFailure();
  await pass(4_000);
  for (let second = 0; second < 12; second += 2) {
    reportResponse();
    await pass(1_000);
    reportFailure();
    await pass(1_000);
    expect(said()).toBe('no connection');
  }
});

it('asks for the server less and less often, and calls the listeners once when it is back', async () => {
  let returns = 0;
  const stop = whenConnected(() => {
    returns += 1;
  });
  reportFailure();
  await pass(60_000);
  expect(probes).toEqual([2_000, 6_000, 14_000, 29_000, 44_000, 59_000]);
  isServerThere = true;
  await pass(60_000);
  expect(probes).toEqual([2_000, 6_000, 14_000, 29_000, 44_000, 59_000, 74_000]);
  expect([returns, connectedNow()]).toEqual([1, true]);
  stop();
  reportFailure();
  await pass(2_000);
  expect([returns, connectedNow()]).toEqual([1, true]);
});

it('asks nothing while the page is hidden', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  reportFailure();
  await pass(60_000);
  expect(probes).toEqual([]);
});

it('asks at once when the connection is in probe, and is lost only when nobody answers', async () => {
  isServerThere = true;
  await probe();
  expect([probes.length, connectedNow()]).toEqual([1, true]);
  isServerThere = false;
  await probe();
  expect([probes.length, connectedNow()]).toEqual([2, false]);
});

it.each([
  ['a login page', () => new Response('<h1>Log in</h1>'), true],
  ['a login page with 401', () => new Response('', { status: 401 }), true],
  ['a redirect', () => ({ type: 'opaqueredirect', status: 0, headers: new Headers() }) as Response, true],
  ['a proxy whose server is away', () => new Response('', { status: 502 }), false],
  ['a proxy without a server', () => new Response('', { status: 404 }), false],
])('offers the way to a login when %s has answered for ten seconds: %#', async (_, answer, isOffered) => {
  const asked: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    asked.push(init);
    return answer();
  });
  await probe();
  await pass(9_900);
  expect([said(), asked[0]?.redirect]).toEqual(['no connection', 'manual']);
  await pass(200);
  expect(said()).toBe(isOffered ? 'no connection, login' : 'no connection');
});

it('offers it also where /healthz passes the login, until something else is answered', async () => {
  isServerThere = true;
  reportLogin();
  await probe();
  await pass(10_100);
  expect(said()).toBe('connected, login');
  act(reportEntry);
  expect(said()).toBe('connected');
  reportLogin();
  reportEntry();
  await pass(20_000);
  expect(said()).toBe('connected');
});

it('is not lost when a request fails or hangs while the server answers others', async () => {
  isServerThere = true;
  const before = responseCount();
  reportResponse();
  reportFailure(before);
  await pass(0);
  expect([probes.length, connectedNow()]).toEqual([1, true]);
  isServerThere = false;
  reportFailure(responseCount() - 1);
  await pass(0);
  expect([probes.length, connectedNow()]).toEqual([2, false]);
});

it('probes again when a probe failed while the server answered something else', async () => {
  const asking = probe();
  reportResponse();
  await asking;
  expect([probes, connectedNow()]).toEqual([[0], true]);
  await pass(4_000);
  expect([probes, connectedNow()]).toEqual([[0, 2_000], false]);
});

it('probes when a hidden page is shown again, also where the connection is not lost', async () => {
  watchConnection(0);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const asking = probe();
  reportResponse();
  await asking;
  await pass(60_000);
  expect([probes, connectedNow()]).toEqual([[0], true]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect([probes, connectedNow()]).toEqual([[0, 60_000], false]);
});

it('is not lost by a question that fails after the server answered something else, and goes on asking when it is', async () => {
  let fail: (reason: Error) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise((_, reject) => (fail = reject)));
  const asking = probe();
  reportResponse();
  fail(new TypeError('Failed to fetch'));
  await asking;
  expect(connectedNow()).toBe(true);
  const askingAgain = probe();
  reportResponse();
  reportFailure();
  await pass(2_000);
  fail(new TypeError('Failed to fetch'));
  await askingAgain;
  isServerThere = true;
  fakeServer(async () => Response.json({ status: 'alive' }));
  await pass(4_000);
  expect(connectedNow()).toBe(true);
});

it('answers everybody who asks for the time during one probe', async () => {
  isServerThere = true;
  startClock(new Date(5 * HOUR).toISOString());
  expect(await Promise.all([confirmTime(), confirmTime()])).toEqual([true, true]);
  expect(probes).toHaveLength(1);
});

it('asks for the time when the device’s clock was set, and when it does not agree with the page', async () => {
  isServerThere = true;
  startClock(new Date(5 * HOUR).toISOString());
  watchConnection(0);
  await pass(0);
  expect(probes).toHaveLength(1);
  await pass(60_000);
  expect(probes).toHaveLength(1);
  vi.setSystemTime(Date.now() + HOUR);
  await pass(5_000);
  expect(probes).toHaveLength(2);
  await pass(60_000);
  expect(probes).toHaveLength(2);
});
