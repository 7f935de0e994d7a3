import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { SampleNotice } from './Sample.tsx';

const SAMPLE = 'GET /api/admin/sample';
const CLEAR = 'DELETE /api/admin/sample';

const notice = (replies: Parameters<typeof answerCalls>[0]) => {
  const heard = answerCalls({ [SAMPLE]: () => ({ body: { sample: true } }), ...replies });
  renderInPage(<SampleNotice />, { admin: true });
  return heard;
};

it('shows nothing for a real festival', async () => {
  const heard = notice({ [SAMPLE]: () => ({ body: { sample: false } }) });
  await waitFor(() => expect(heard).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Sample data' })).toBeNull();
});

it('asks for confirmation, and disappears after clearing', async () => {
  let sample = true;
  notice({
    [SAMPLE]: () => ({ body: { sample } }),
    [CLEAR]: () => {
      sample = false;
      return { status: 204, touches: 'events,sample' };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Clear sample data' }));
  expect(document.activeElement?.textContent).toBe('Keep everything');
  await userEvent.click(screen.getByRole('button', { name: 'Yes, clear everything' }));
  await screen.findByText('Sample data cleared');
  await waitFor(() => expect(screen.queryByText('This is sample data')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('can be kept, and reports a failed clearing', async () => {
  const message = 'The sample data was cleared already.';
  const heard = notice({ [CLEAR]: () => ({ status: 404, body: { code: 'NOT_FOUND', message } }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Clear sample data' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep everything' }));
  expect(heard.map(({ call }) => call)).toEqual([SAMPLE]);
  await userEvent.click(screen.getByRole('button', { name: 'Clear sample data' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, clear everything' }));
  await screen.findByText(message);
  screen.getByRole('button', { name: 'Clear sample data' });
});
