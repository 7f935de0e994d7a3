import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { HandOver } from './HandOver.tsx';

const ERASE = 'POST /api/admin/erase';
const NEXT = 'POST /api/admin/next-year';
/** As in Set up, where a fold takes its part away. */
function Fold() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Fold
      </button>
      {isOpen && <HandOver />}
    </>
  );
}

const refusal = (message: string, field: string) => ({ status: 400, body: { code: 'BAD_INPUT', message, field } });

async function open(button: string, replies: Parameters<typeof answerCalls>[0]) {
  const heard = answerCalls(replies);
  renderInPage(<Fold />, { events: [], admin: true });
  await userEvent.click(screen.getByRole('button', { name: button }));
  return { heard, dialog: within(await findDialog()) };
}

it('erases the people once the name is typed, and names the backup until the page is left', async () => {
  const { heard, dialog } = await open('Erase...', { [ERASE]: () => ({ body: { backup: 'b-before-erasing.db' } }) });
  const go = dialog.getByRole('button', { name: 'Erase for good' });
  expect(go.getAttribute('aria-disabled')).toBe('true');
  dialog.getByText(/Facts, rooms, missions, screens, pictures and the programme stay, also the names of hosts/);
  dialog.getByText(/A backup is made before. It is deleted after 7 days, with every older one/);
  await userEvent.type(dialog.getByLabelText('The festival’s name'), shownFestival.name);
  await userEvent.click(go);
  await screen.findByText('Erased', { exact: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  const lasting =
    'Erased. The backup made before is b-before-erasing.db. It is deleted after 7 days, with every older one beside the database.';
  screen.getByText(lasting);
  await userEvent.click(screen.getByRole('button', { name: 'Fold' }));
  expect(screen.queryByText(lasting)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Fold' }));
  screen.getByText(lasting);
  expect(heard.find(({ call }) => call === ERASE)?.body).toEqual({ what: 'people', confirm: shownFestival.name });
});

it('says what else goes with everything, and that there is no backup', async () => {
  const { heard, dialog } = await open('Erase...', { [ERASE]: () => ({ body: { backup: null } }) });
  await userEvent.selectOptions(dialog.getByLabelText('What is erased'), 'Everything but the facts');
  dialog.getByText(/the programme, screens and pictures. Facts, rooms and missions stay/);
  await userEvent.type(dialog.getByLabelText('The festival’s name'), 'x');
  await userEvent.click(dialog.getByRole('button', { name: 'Erase for good' }));
  await screen.findByText(/^Erased. There is no backup here/);
  expect(heard.find(({ call }) => call === ERASE)?.body).toEqual({ what: 'everything', confirm: 'x' });
});

it.each([
  [
    'a wrong name',
    () => refusal('This is not the festival’s name. Type: Pier', 'confirm'),
    'This is not the festival’s name. Type: Pier',
  ],
  ['a failure', () => ({ status: 500 }), 'Not everything could be erased. Please try again.'],
])('says in the dialog that %s erased nothing', async (_, reply, says) => {
  const { dialog } = await open('Erase...', { [ERASE]: reply });
  await userEvent.type(dialog.getByLabelText('The festival’s name'), 'Fair');
  await userEvent.click(dialog.getByRole('button', { name: 'Erase for good' }));
  await dialog.findByText(says);
});

it('begins next year 52 weeks later unless another day is chosen, and says why a day does not fit', async () => {
  const { heard, dialog } = await open('Begin next year...', {
    [NEXT]: ({ body }) =>
      (body as { firstDay: string }).firstDay === '2026-11-13'
        ? refusal('Choose Thursday, Nov 19, 2026.', 'firstDay')
        : { body: { events: 7 } },
  });
  const day = dialog.getByLabelText<HTMLInputElement>('First day');
  expect(day.value).toBe('2026-11-12');
  dialog.getByText(new RegExp(`now “.*${shownFestival.dates}.*”, in Facts and missions`));
  await userEvent.clear(day);
  const begin = dialog.getByRole('button', { name: 'Begin next year' });
  expect(begin.getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(day, '2026-11-13');
  await userEvent.click(begin);
  await dialog.findByText('Choose Thursday, Nov 19, 2026.');
  await userEvent.clear(day);
  await userEvent.type(day, '2026-11-12');
  await userEvent.click(begin);
  await screen.findByText('Drafts in the programme: 7');
  expect(heard.filter(({ call }) => call === NEXT).map(({ body }) => body)).toEqual([
    { firstDay: '2026-11-13' },
    { firstDay: '2026-11-12' },
  ]);
});

it('reports a failed download', async () => {
  answerCalls({ 'GET /api/admin/exports/everything.zip': () => ({ status: 500 }) });
  renderInPage(<HandOver />, { events: [], admin: true });
  const button = screen.getByRole('button', { name: 'Take everything along' });
  await userEvent.click(button);
  await screen.findByText('The file was not downloaded. Check your connection and try again.');
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
});
