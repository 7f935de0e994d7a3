import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { Registrations } from '../contract.ts';
import { BadgeWordCard } from './BadgeWordCard.tsx';

const READ = 'GET /api/admin/registrations';
const WORD = 'PUT /api/admin/badge-word';
const touches = 'registrations';
const noWord: Registrations = {
  ...{ paused: false, badgeWord: null, wordFrom: 'festival.json' },
  ...{ perMinute: [], bursts: [], removals: [] },
};

type Replies = Record<string, (heard: Heard) => Reply | Promise<Reply>>;

/** `replies` may change what the next read returns. */
async function open(replies: (show: (next: Partial<Registrations>) => void) => Replies) {
  let shown = noWord;
  const show = (next: Partial<Registrations>) => {
    shown = { ...shown, ...next };
  };
  const heard = answerCalls({ [READ]: () => ({ body: shown }), ...replies(show) });
  await act(async () => {
    renderInPage(<BadgeWordCard />, { at: '/admin/setup', admin: true });
  });
  await screen.findByLabelText('Badge word');
  return heard;
}

const sentTo = (heard: readonly Heard[], call: string) =>
  heard.filter((one) => one.call === call).map(({ body }) => body);

it('asks for the word only once it is unlocked', async () => {
  const heard = answerCalls({ [READ]: () => ({ body: noWord }) });
  await act(async () => {
    renderInPage(<BadgeWordCard />, { at: '/admin/setup' });
  });
  screen.getByText('Unlock to see the badge word');
  expect(heard).toEqual([]);
  await act(async () => unlocked());
  await screen.findByLabelText('Badge word');
});

it('sets, changes and switches off the badge word', async () => {
  const heard = await open((show) => ({
    [WORD]: ({ body }) => {
      const { word } = body as { word: string | null };
      show({ badgeWord: word, wordFrom: 'overview' });
      return { status: 204, touches };
    },
  }));
  const field = screen.getByLabelText('Badge word');
  await userEvent.type(field, 'lighthouse');
  await userEvent.click(screen.getByRole('button', { name: 'Set word' }));
  await screen.findByRole('button', { name: 'Change word' });
  await userEvent.clear(field);
  await userEvent.type(field, 'harbour{Enter}');
  await waitFor(() => expect(sentTo(heard, WORD)).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Switch off' }));
  await screen.findByText(/^Off\. With a word/);
  expect(document.activeElement).toBe(field);
  expect(sentTo(heard, WORD)).toEqual([{ word: 'lighthouse' }, { word: 'harbour' }, { word: null }]);
});

it('keeps what is typed while a word is saved', async () => {
  const saved = Promise.withResolvers<Reply>();
  const heard = await open(() => ({ [WORD]: () => saved.promise }));
  const field = screen.getByLabelText<HTMLInputElement>('Badge word');
  await userEvent.type(field, 'lighthouse{Enter}');
  await waitFor(() => expect(sentTo(heard, WORD)).toEqual([{ word: 'lighthouse' }]));
  await userEvent.type(field, ' two');
  saved.resolve({ status: 204 });
  await screen.findByText('Badge word set');
  expect(field.value).toBe('lighthouse two');
});

it('shows at the field what is wrong with a word', async () => {
  const message = 'The badge word needs a letter or a digit.';
  await open(() => ({ [WORD]: () => ({ status: 400, body: { code: 'BAD_INPUT', message, field: 'word' } }) }));
  await userEvent.type(screen.getByLabelText('Badge word'), '!!');
  await userEvent.click(screen.getByRole('button', { name: 'Set word' }));
  await screen.findByText(message);
  expect(screen.getByLabelText('Badge word').getAttribute('aria-invalid')).toBe('true');
});
