import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { itSendsLikeEveryDialog, renderDialog } from '#testing/dialog.tsx';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { LateDialog } from './LateDialog.tsx';

const chess = shownEvent({ id: 'chess', title: 'Chess', startTime: '2025-11-13T18:30:00.000Z', duration: 60 });
const uno = shownEvent({ id: 'uno', title: 'Uno', startTime: '2025-11-13T19:40:00.000Z', duration: 60 });

const open = (event: FestivalEvent = chess, reply?: () => Reply) => {
  const heard = answerCalls({
    'PUT /api/events/chess/late': reply ?? (() => ({ body: { ...event, lateMinutes: 25 }, touches: 'events' })),
  });
  renderInPage(<LateDialog opened={event} events={[event, uno]} onClose={() => undefined} />, { admin: true });
  return () => heard.map(({ call, body }) => [call, body]);
};
const minutes = () => screen.getByLabelText<HTMLInputElement>('Minutes late');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const next = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

itSendsLikeEveryDialog('Running late', {
  open: () =>
    renderDialog((onClose) => <LateDialog opened={chess} events={[chess, uno]} onClose={onClose} />, { admin: true }),
  fill: () => userEvent.type(minutes(), '25'),
  press: 'Save',
  busy: 'Saving...',
  call: 'PUT /api/events/chess/late',
  body: { minutes: 25 },
  answer: { body: { ...chess, lateMinutes: 25 } },
  done: 'Chess: about 25 min late.',
});

it('shows what else is delayed', async () => {
  open();
  expect(next()).toEqual(['Unoas planned']);
  await press('20 min');
  expect([minutes().value, next()]).toEqual(['20', ['Unoabout 10 min late']]);
});

it('sends nothing without minutes or above the limit', async () => {
  const sent = open();
  for (const typed of ['{Enter}', '181{Enter}']) await userEvent.type(minutes(), typed);
  screen.getByText('From 0 to 180 minutes.');
  expect(sent()).toEqual([]);
});

it('offers As planned for an event that is late', async () => {
  const late = { ...chess, lateMinutes: 25 };
  const sent = open(late, () => ({ body: chess, touches: 'events' }));
  expect(minutes().value).toBe('25');
  await press('As planned');
  await press('Save');
  await screen.findByText('On Time');
  expect(sent()).toEqual([['PUT /api/events/chess/late', { minutes: 0 }]]);
});
