import { useMutation } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { NoConnection } from '../connection.ts';
import { useDialogWrite } from './dialog.tsx';

type Sending = { write: Promise<void> };

let hasEnded = false;

const Form = ({ about, write, onClose }: Sending & { about: string; onClose: () => void }) => {
  const { close, showFailure } = useDialogWrite(about, onClose);
  const { mutate, error } = useMutation({
    mutationFn: () => write,
    onSuccess: () => {
      close();
      hasEnded = true;
    },
    onError: (failure) => showFailure(failure, 'It was not saved.'),
  });
  return (
    <fieldset aria-label={about}>
      <button type="button" onClick={() => mutate()}>
        Save
      </button>
      <p>{error?.message}</p>
    </fieldset>
  );
};

/** Forms open one after the other. */
const Desk = ({ write }: Sending) => {
  const [about, setAbout] = useState<string | null>('First');
  return (
    <>
      {about && <Form key={about} about={about} write={write} onClose={() => setAbout(null)} />}
      <button type="button" onClick={() => setAbout('Second')}>
        Next
      </button>
    </>
  );
};

const LOST = new NoConnection('No connection. It is not certain that this was sent.');

const open = async ({ isClosed }: { isClosed: boolean }) => {
  const { promise: write, ...end } = Promise.withResolvers<void>();
  renderInPage(<Desk write={write} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  if (isClosed) await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  return end;
};
const toast = () => screen.queryByRole('listitem')?.textContent ?? null;

it('closes when its write succeeded', async () => {
  (await open({ isClosed: false })).resolve();
  await expect.poll(() => screen.queryByRole('group')).toBeNull();
});

it('leaves open what was opened after it', async () => {
  hasEnded = false;
  (await open({ isClosed: true })).resolve();
  await waitFor(() => expect(hasEnded).toBe(true));
  screen.getByRole('group', { name: 'Second' });
});

it('says itself that the connection was lost', async () => {
  (await open({ isClosed: false })).reject(LOST);
  await screen.findByText(LOST.message);
  expect(toast()).toBeNull();
});

it('shows every other failure in a toast too', async () => {
  (await open({ isClosed: false })).reject(new Error('Broken'));
  await screen.findByText('Broken');
  await expect.poll(toast).toContain('It was not saved.');
});

it('tells in a toast under its title what failed after it was closed', async () => {
  (await open({ isClosed: true })).reject(LOST);
  await expect.poll(toast).toContain('First');
  expect(toast()).toContain(LOST.message);
});
