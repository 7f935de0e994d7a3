import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from '#testing/user-event.ts';
import { ApiError } from '../api.ts';
import { forgetConnection, reportFailure } from '../connection.ts';
import { createQueryClient } from '../query-client.ts';
import { LoadError } from './load-error.tsx';

afterEach(() => {
  cleanup();
  forgetConnection();
});

const show = (child: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{child}</QueryClientProvider>);

const List = () => {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      {isLoaded ? 'Games' : <LoadError title="The games didn’t load" onRetry={() => setLoaded(true)} />}
      <button type="button" onClick={() => setLoaded(true)}>
        Elsewhere
      </button>
    </main>
  );
};

const Games = ({ error }: { error: ApiError }) => {
  const { isError, refetch } = useQuery({ queryKey: ['games'], queryFn: () => Promise.reject(error) });
  return isError && <LoadError title="The games didn’t load" onRetry={() => void refetch()} />;
};

it.each([
  [429, 'TOO_FAST', 'The server is busy. Try again in a moment.'],
  [503, 'BUSY', 'The server is busy. Try again in a moment.'],
  [500, 'FAULT', 'The connection may have dropped.'],
])('says at %i %s: %s', async (status, code, words) => {
  const answer = { status, statusText: '', retryAfter: null };
  show(<Games error={new ApiError(answer, JSON.stringify({ code, message: 'Please wait.' }))} />);
  await screen.findByText(words);
  screen.getByText('The games didn’t load');
});

it('says without a connection that the page tries again by itself', () => {
  reportFailure();
  show(<List />);
  screen.getByText('The games didn’t load. This page tries again when the connection returns.');
});

it.each([
  ['Try again', 'main'],
  ['Elsewhere', 'button'],
])('keeps the focus in the page when %s loads the list', async (name, tag) => {
  show(<List />);
  await userEvent.click(screen.getByRole('button', { name }));
  screen.getByText('Games');
  expect(document.activeElement?.localName).toBe(tag);
});
