import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, type Reply, renderInPage, shownFestival } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { EditedFacts, FactsDesk } from '../contract.ts';
import { EditFestival } from './EditFestival.tsx';
import { factsDeskQuery } from './queries.ts';

const { timeZone: _, ...facts } = shownFestival;

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const deskOf = (changed: Partial<EditedFacts>, revision: number): FactsDesk => ({
  ...{ facts: { ...facts, ...changed }, revision, isEdited: true, undoUntil: null },
  fileLastDay: facts.lastDay,
});
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};

let client: QueryClient;
function KeepClient() {
  client = useQueryClient();
  return null;
}

/** Opens the editor. Each save gets the next answer. */
const open = async (answers: (() => Reply)[], desk: () => FactsDesk = () => deskOf({}, 3)) => {
  const heard = answerCalls({
    'GET /api/admin/festival': () => ({ body: desk() }),
    'PUT /api/admin/festival': () => (answers.shift() as () => Reply)(),
  });
  renderInPage(
    <>
      <EditFestival hero={<p>Welcome</p>} />
      <KeepClient />
    </>,
    { admin: true },
  );
  await press('Edit festival');
  await findDialog('Edit festival');
  return () => heard.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
};

it('goes back from the preview to the field that the server refuses, and keeps what was typed', async () => {
  const message = 'Link to the chat is not an http or https address.';
  const refused = { code: 'BAD_INPUT', message, field: 'facts.links.chatCommunity' };
  const sent = await open([() => ({ status: 400, body: refused })]);
  await retype('Link to the chat', 'our chat');
  await press('Preview');
  await findDialog('Preview');
  await press('Save');
  await screen.findByText(message);
  await findDialog('Edit festival');
  expect(field('Link to the chat').value).toBe('our chat');
  expect(field('Link to the chat').getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toMatchObject([{ expectedRevision: 3, facts: { links: { chatCommunity: 'our chat' } } }]);
});

it('saves over another organiser’s edit only what it has shown: the revision of the preview, then of both edits', async () => {
  let desk = deskOf({}, 3);
  const sent = await open(
    [
      () => {
        desk = deskOf({ name: 'Their Games' }, 4);
        // As the live stream says to this page.
        void client.invalidateQueries({ queryKey: factsDeskQuery.queryKey });
        return { status: 409, body: { code: 'CHANGED_MEANWHILE', message: 'Changed.' } };
      },
      () => ({ body: deskOf({ name: 'Their Games', place: 'Pier' }, 5) }),
    ],
    () => desk,
  );
  await retype('Place', 'Pier');
  await press('Preview');
  await press('Save');
  await screen.findByText(/^Another organiser has just changed the festival\./);
  expect([field('Name').value, field('Place').value]).toEqual(['Their Games', 'Pier']);
  await press('Preview');
  await press('Save');
  await screen.findByText('Festival saved');
  expect(sent()).toMatchObject([
    { expectedRevision: 3, facts: { name: facts.name, place: 'Pier' } },
    { expectedRevision: 4, facts: { name: 'Their Games', place: 'Pier' } },
  ]);
});

it('asks whether a mission that was reworded is another one, which then gets an id of its own', async () => {
  const wave = { id: 'wave', task: 'Wave at a boat', points: 3, limit: 1 };
  const desk = deskOf({ missions: [{ category: 'One', missions: [wave] }] }, 3);
  const sent = await open([() => ({ body: desk })], () => desk);
  await retype('Missions of category 1', 'Wave at a dolphin | 3');
  await press('Preview');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'This is another mission' }));
  await press('Save');
  await screen.findByText('Festival saved');
  expect(sent()).toMatchObject([{ facts: { missions: [{ missions: [{ id: 'wave-at-a-dolphin' }] }] } }]);
});
