import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from '#testing/user-event.ts';
import { forgetConnection, reportFailure } from '../connection.ts';
import { LoadError } from './loading.tsx';

afterEach(forgetConnection);

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

it('says without a connection that the page tries again by itself', () => {
  reportFailure();
  render(<List />);
  screen.getByText('The games didn’t load. This page tries again when the connection returns.');
});

it.each([
  ['Try again', 'main'],
  ['Elsewhere', 'button'],
])('keeps the focus in the page when %s loads the list', async (name, tag) => {
  render(<List />);
  await userEvent.click(screen.getByRole('button', { name }));
  screen.getByText('Games');
  expect(document.activeElement?.localName).toBe(tag);
});
