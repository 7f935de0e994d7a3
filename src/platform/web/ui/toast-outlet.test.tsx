import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { fakeServer } from '#testing/fetch.ts';
import { forgetConnection } from '../connection.ts';
import { forgetToasts, showToast } from './toast.ts';
import { toastOutlet } from './toast-outlet.tsx';
import { Toaster } from './toaster.tsx';

afterEach(() => {
  act(forgetToasts);
  forgetConnection();
});

/** Renders an outlet whose toaster's code does not load at the first `failures` attempts. Returns the count of attempts. */
const outletFailing = (failures: number) => {
  fakeServer(async () => Response.json({ status: 'alive' }));
  let attempts = 0;
  const Outlet = toastOutlet(async () => {
    attempts += 1;
    if (attempts <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return Toaster;
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<Outlet />);
  return () => attempts;
};

const show = (title: string) =>
  act(async () => {
    showToast({ title, action: { label: 'Undo', altText: 'Undo it', onPress: () => undefined } });
  });

test('a toast whose code did not load has its text, and its action once the code is there', async () => {
  const attempts = outletFailing(1);
  await show('Removed');
  expect(screen.getByRole('listitem').textContent).toContain('Removed');
  await screen.findByRole('button', { name: 'Undo' });
  expect(attempts()).toBe(2);
});

test('each further toast asks for the code once more', async () => {
  const attempts = outletFailing(3);
  await show('First');
  expect([attempts(), screen.queryByRole('button', { name: 'Undo' })]).toEqual([2, null]);
  await show('Second');
  expect([attempts(), screen.getByRole('listitem').textContent]).toEqual([3, 'Second']);
  await show('Third');
  await screen.findByRole('button', { name: 'Undo' });
  expect([attempts(), screen.getByText('Third').textContent]).toEqual([4, 'Third']);
});

test.each([
  ['/schedule', '/schedule', 0],
  ['/?event=a', '/?event=a', 0],
  ['/schedule', '/details', 1],
])('of a toast about %s, when %s is opened, there are %i', async (shownAt, opened, left) => {
  history.replaceState(null, '', '/top-gun');
  outletFailing(0);
  await act(async () => void showToast({ title: 'Changed', shownAt }));
  await screen.findByRole('button', { name: 'Dismiss' });
  await act(async () => navigate(opened));
  expect(screen.queryAllByRole('button', { name: 'Dismiss' })).toHaveLength(left);
});

test('a toast about the page that is open stays', async () => {
  history.replaceState(null, '', '/schedule');
  outletFailing(0);
  await act(async () => void showToast({ title: 'Changed', shownAt: '/schedule' }));
  await screen.findByRole('button', { name: 'Dismiss' });
  // What dismisses a toast does so in an effect, or when the address changes.
  await act(async () => new Promise((done) => setTimeout(done, 100)));
  screen.getByRole('button', { name: 'Dismiss' });
});
