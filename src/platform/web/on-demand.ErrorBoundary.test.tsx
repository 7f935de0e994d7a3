import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetConnection, reportFailure } from './connection.ts';
import { ErrorBoundary, reloadLostPage } from './on-demand.tsx';

afterEach(forgetConnection);

const opened = (type: string, msAgo: number) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  vi.spyOn(performance, 'now').mockReturnValue(msAgo);
};

/** What an error boundary catches when React removes what is not where it put it. */
const lost = (): unknown => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const caught: unknown[] = [];
  const page = (shown: boolean) => (
    <ErrorBoundary fallback={() => <p>broken</p>} onError={(error) => caught.push(error)}>
      <div>{shown && <b>moved</b>}</div>
    </ErrorBoundary>
  );
  const { rerender } = render(page(true));
  screen.getByText('moved').remove();
  rerender(page(false));
  screen.getByText('broken');
  return caught[0];
};

it.each([
  ['navigate', 1_000, 1],
  ['back_forward', 1_000, 1],
  ['reload', 59_000, 0],
  ['reload', 61_000, 1],
])('reloads a page that React has lost, but not one that was just reloaded: %s %d ms ago', (type, msAgo, times) => {
  const error = lost();
  opened(type, msAgo);
  const reload = vi.fn();
  reloadLostPage(error, reload);
  expect(reload).toHaveBeenCalledTimes(times);
});

it('does not reload for another error, nor without connection', () => {
  const error = lost();
  opened('navigate', 1_000);
  const reload = vi.fn();
  reloadLostPage(new TypeError('x is undefined'), reload);
  reloadLostPage(new DOMException('', 'AbortError'), reload);
  reportFailure();
  reloadLostPage(error, reload);
  expect(reload).not.toHaveBeenCalled();
});
