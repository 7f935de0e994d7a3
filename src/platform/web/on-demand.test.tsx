import { cleanup, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { onDemand } from './on-demand.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Greeting = ({ name }: { name: string }) => {
  const [count] = useState(1);
  return <p>{`Hello ${name} ${count}`}</p>;
};

it('fetches once, when first drawn', async () => {
  const load = vi.fn(async () => Greeting);
  const Later = onDemand(load);
  expect(load).not.toHaveBeenCalled();
  render(
    <Suspense fallback="…">
      <Later name="Jo" />
      <Later name="Sam" />
    </Suspense>,
  );
  await screen.findByText('Hello Jo 1');
  screen.getByText('Hello Sam 1');
  expect(load).toHaveBeenCalledTimes(1);
});

it('draws without waiting once preloaded, as the server must', async () => {
  const Later = onDemand(async () => Greeting);
  await Later.preload();
  expect(renderToString(<Later name="Jo" />)).toBe('<p>Hello Jo 1</p>');
});

it('throws after a failed fetch without trying for ever, and draws after another preload', async () => {
  // React reports what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let fails = true;
  const load = vi.fn(async () => {
    if (fails) throw new TypeError('Failed to fetch');
    return Greeting;
  });
  const Later = onDemand(load);
  const page = (attempt: number) => (
    <ErrorBoundary key={attempt} fallback={() => 'did not load'}>
      <Suspense fallback="…">
        <Later name="Jo" />
      </Suspense>
    </ErrorBoundary>
  );
  const { rerender } = render(page(1));
  await screen.findByText('did not load');
  rerender(page(2));
  await screen.findByText('did not load');
  expect(load).toHaveBeenCalledTimes(1);
  fails = false;
  await Later.preload();
  rerender(page(3));
  await screen.findByText('Hello Jo 1');
});
