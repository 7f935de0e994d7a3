import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '#testing/fetch.ts';
import { connectedNow, doubt, forgetConnection, lost, reached, useConnected, whenConnected } from './connection.ts';

const probes: number[] = [];
let isServerThere = false;
const Screen = () => <p>{useConnected() ? 'connected' : 'no connection'}</p>;
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
  cleanup();
  forgetConnection();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('says that there is no connection after three seconds, and that it holds again after it held', async () => {
  lost();
  expect(connectedNow()).toBe(false);
  await pass(2_900);
  expect(said()).toBe('connected');
  await pass(200);
  expect(said()).toBe('no connection');
  reached();
  expect(connectedNow()).toBe(true);
  await pass(1_400);
  expect(said()).toBe('no connection');
  await pass(200);
  expect(said()).toBe('connected');
});

it('says nothing of a loss that is shorter, and does not blink when the network comes and goes', async () => {
  for (let second = 0; second < 12; second += 2) {
    lost();
    await pass(1_900);
    reached();
    await pass(100);
    expect(said()).toBe('connected');
  }
  lost();
  await pass(4_000);
  for (let second = 0; second < 12; second += 2) {
    reached();
    await pass(1_000);
    lost();
    await pass(1_000);
    expect(said()).toBe('no connection');
  }
});

it('asks for the server less and less often, and calls the listeners once when it is back', async () => {
  let returns = 0;
  const stop = whenConnected(() => {
    returns += 1;
  });
  lost();
  await pass(60_000);
  expect(probes).toEqual([2_000, 6_000, 14_000, 29_000, 44_000, 59_000]);
  isServerThere = true;
  await pass(60_000);
  expect(probes).toEqual([2_000, 6_000, 14_000, 29_000, 44_000, 59_000, 74_000]);
  expect([returns, connectedNow()]).toEqual([1, true]);
  stop();
  lost();
  await pass(2_000);
  expect([returns, connectedNow()]).toEqual([1, true]);
});

it('asks nothing while the page is hidden', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  lost();
  await pass(60_000);
  expect(probes).toEqual([]);
});

it('asks at once when the connection is in doubt, and is lost only when nobody answers', async () => {
  isServerThere = true;
  await doubt();
  expect([probes.length, connectedNow()]).toEqual([1, true]);
  isServerThere = false;
  await doubt();
  expect([probes.length, connectedNow()]).toEqual([2, false]);
});

it('takes another server’s answer for none', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to the hotel</h1>'));
  await doubt();
  expect(connectedNow()).toBe(false);
});
