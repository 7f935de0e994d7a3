import { act, render, renderHook, screen } from '@testing-library/react';
import { cloneElement, Profiler, type ReactElement, Suspense, startTransition, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary, onDemand, PromptSuspense, useDialog } from './on-demand.tsx';

const Greeting = ({ name }: { name: string }) => {
  const [count] = useState(1);
  return <p>{`Hello ${name} ${count}`}</p>;
};

it('loads once, when first rendered', async () => {
  const load = vi.fn(async () => Greeting);
  const Later = onDemand(load);
  expect(load).not.toHaveBeenCalled();
  render(
    <Suspense fallback={<p>…</p>}>
      <Later name="Jo" />
      <Later name="Sam" />
    </Suspense>,
  );
  await screen.findByText('Hello Jo 1');
  screen.getByText('Hello Sam 1');
  expect(load).toHaveBeenCalledTimes(1);
});

const Field = () => <input aria-label="Name" />;

const Opening = ({ part, opens }: { part: ReactElement; opens: (open: () => void) => void }) => {
  const [times, setTimes] = useState(0);
  opens(() => setTimes(times + 1));
  return <Suspense fallback={<p>…</p>}>{times > 0 && cloneElement(part)}</Suspense>;
};

it('keeps its state when it is rendered again', async () => {
  // As in a browser: inside act() React does not resume a suspended part, which would hide the failure.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const Later = onDemand(async () => Field);
  let open = () => {};
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const draws = vi.fn();
  root.render(
    <Profiler id="page" onRender={draws}>
      <Opening part={<Later />} opens={(how) => (open = how)} />
    </Profiler>,
  );
  await vi.waitFor(() => expect(draws).toHaveBeenCalled());
  startTransition(open);
  const field = await vi.waitFor(() => screen.getByLabelText('Name'));
  draws.mockClear();
  open();
  await vi.waitFor(() => expect(draws).toHaveBeenCalled());
  expect(screen.getByLabelText('Name')).toBe(field);
  root.unmount();
  host.remove();
});

it('renders synchronously after preload, as the server must', async () => {
  const Later = onDemand(async () => Greeting);
  await Later.preload();
  expect(renderToString(<Later name="Jo" />)).toBe('<p>Hello Jo 1</p>');
});

it('throws after a failed load without retrying endlessly, and renders after another preload', async () => {
  // React logs what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let fails = true;
  const load = vi.fn(async () => {
    if (fails) throw new TypeError('Failed to fetch');
    return Greeting;
  });
  const Later = onDemand(load);
  const page = (attempt: number) => (
    <ErrorBoundary key={attempt} fallback={() => <p>did not load</p>}>
      <Suspense fallback={<p>…</p>}>
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

it('leaves server HTML that waits for its code as it is when other code has loaded', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const host = document.body.appendChild(document.createElement('div'));
  host.innerHTML = renderToString(
    <PromptSuspense>
      <Field />
    </PromptSuspense>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  field.value = 'Noor';
  let load = (_: typeof Field) => {};
  const Later = onDemand(() => new Promise<typeof Field>((resolve) => (load = resolve)));
  const mistakes = vi.fn();
  const page = (
    <PromptSuspense>
      <Later />
    </PromptSuspense>
  );
  const root = hydrateRoot(host, page, { onRecoverableError: mistakes });
  const settle = async () => {
    for (let task = 0; task < 20; task += 1) await new Promise((done) => setImmediate(done));
  };
  await settle();
  await onDemand(async () => Greeting).preload();
  await settle();
  load(Field);
  await settle();
  expect(screen.getByLabelText<HTMLInputElement>('Name')).toBe(field);
  expect([field.value, mistakes.mock.calls]).toEqual(['Noor', []]);
  root.unmount();
  host.remove();
});

it('a dialog that is closed by a late answer does not close the one that was opened meanwhile', async () => {
  const { result } = renderHook(() => useDialog<string>());
  act(() => result.current.open('first'));
  const closeFirst = result.current.close;
  act(() => result.current.close());
  act(() => result.current.open('second'));
  act(closeFirst);
  expect(result.current.isOpen).toBe(true);
  act(() => result.current.close());
  expect(result.current.isOpen).toBe(false);
});
