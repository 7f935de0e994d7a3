import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from '#testing/user-event.ts';
import { probe } from './connection.ts';
import { LazyBoundary, onDemand } from './on-demand.tsx';
import { noteBuild } from './page-build.ts';
import { forgetToasts } from './ui/toast.ts';
import { ToastOutlet } from './ui/toast-outlet.tsx';

afterEach(() => act(forgetToasts));

type Shown = { open: boolean; part: ReactNode; close: () => void };
const whileOpen = ({ open, part, close }: Shown) => open && <LazyBoundary onMissing={close}>{part}</LazyBoundary>;
const always = ({ open, part, close }: Shown) => <LazyBoundary onMissing={close}>{open && part}</LazyBoundary>;

const Page = ({ show, part }: { show: (shown: Shown) => ReactNode; part: ReactNode }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {open ? 'Opening' : 'Open'}
      </button>
      {show({ open, part, close: () => setOpen(false) })}
    </>
  );
};

it.each([
  ['is there only while the part is open', whileOpen],
  ['is always there', always],
])('loads a part again at the next tap when its code did not load and LazyBoundary %s', async (_, show) => {
  // React logs what an error boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let online = false;
  let fetched = 0;
  const Part = onDemand(async () => {
    fetched += 1;
    if (!online) throw new TypeError('Failed to fetch');
    return () => <p>The part</p>;
  });
  render(<Page show={show} part={<Part />} />);
  const tap = async () => userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  await tap();
  await screen.findByRole('button', { name: 'Open' });
  expect(fetched).toBe(1);
  online = true;
  await tap();
  await screen.findByText('The part');
  expect(fetched).toBe(2);
});

it('shows a part as soon as its code is there, not after the 300 ms for which React keeps a fallback', async () => {
  // As in a browser: inside act() React waits for nothing.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const Part = onDemand(async () => () => <p>The part</p>);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(<Page show={always} part={<Part />} />);
  const nextTask = () => new Promise((done) => setImmediate(done));
  while (screen.queryByRole('button') === null) await nextTask();
  screen.getByRole('button').click();
  for (let task = 0; task < 20; task += 1) await nextTask();
  screen.getByText('The part');
});

it('offers a reload when the code did not load and the server answered with another build', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => new Response(null, { headers: { 'x-release': 'r2' } }));
  noteBuild(new Response(null, { headers: { 'x-release': 'r1' } }));
  const Part = onDemand<object>(async () => {
    await probe();
    throw new TypeError('Failed to fetch');
  });
  render(
    <>
      <Page show={whileOpen} part={<Part />} />
      <ToastOutlet />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText('New version');
  screen.getByRole('button', { name: 'Reload' });
});
