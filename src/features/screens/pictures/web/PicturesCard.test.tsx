import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { MOST_PICTURES } from '../rules.ts';
import { PicturesCard } from './PicturesCard.tsx';

const PICTURE = { id: 'p-1', name: '', width: 1920, height: 1080 };
const open = (pictures: object[], more: Parameters<typeof answerCalls>[0] = {}) => {
  const log = answerCalls({ 'GET /api/pictures': () => ({ body: pictures }), ...more });
  renderInPage(<PicturesCard />, { admin: true });
  return log;
};
const sent = (log: ReturnType<typeof answerCalls>) => log.filter(({ call }) => !call.startsWith('GET '));
const choose = async (file: File) =>
  fireEvent.change(await screen.findByLabelText('Add a picture'), { target: { files: [file] } });

it('sends a chosen picture as it is, whatever its name says: the server judges its bytes', async () => {
  const log = open([], { 'POST /api/pictures?name=dice+tower+inn': () => ({ status: 201, body: PICTURE }) });
  expect((await screen.findByLabelText('Add a picture')).getAttribute('accept')).toBeNull();
  await choose(new File(['bytes'], 'dice-tower_inn.gif', { type: 'image/gif' }));
  const headers = { 'content-type': 'application/octet-stream' };
  await waitFor(() => expect(sent(log)).toMatchObject([{ call: 'POST /api/pictures?name=dice+tower+inn', headers }]));
});

it('says what is wrong with a file, and sends nothing', async () => {
  const log = open([]);
  await choose(new File(['x'.repeat(2_200_000)], 'a.png', { type: 'image/png' }));
  await screen.findByText('A picture may have 2 MB. This one has 2.1 MB.');
  expect(sent(log)).toEqual([]);
});

it('says why the server took it for no picture', async () => {
  const body = { code: 'BAD_INPUT', message: 'This is no PNG, JPEG or WebP picture.' };
  open([], { 'POST /api/pictures?name=a': () => ({ status: 400, body }) });
  await choose(new File(['text'], 'a.png', { type: 'image/png' }));
  await screen.findByText('This is no PNG, JPEG or WebP picture.');
});

it('says that there are as many as there may be', async () => {
  const log = open(Array.from({ length: MOST_PICTURES }, (_, index) => ({ ...PICTURE, id: `p-${index}` })));
  await choose(new File(['bytes'], 'a.png', { type: 'image/png' }));
  await screen.findByText('There are 20 pictures. Remove one first.');
  expect(sent(log)).toEqual([]);
});

it('loads pictures when they are scrolled to', async () => {
  open([PICTURE]);
  expect((await screen.findByRole('img', { name: 'Picture 1' })).getAttribute('loading')).toBe('lazy');
});

it('asks before it removes a picture', async () => {
  const log = open([PICTURE], { 'DELETE /api/pictures/p-1': () => ({ status: 204 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Picture 1' }));
  expect(sent(log)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent(log)).toMatchObject([{ call: 'DELETE /api/pictures/p-1' }]));
});

it('names a picture', async () => {
  const pictures = [PICTURE];
  const rename = (name: string) => {
    pictures[0] = { ...PICTURE, name };
    return { body: pictures[0] };
  };
  const log = open(pictures, { 'PATCH /api/pictures/p-1': () => rename('Dice Tower Inn') });
  const field = await screen.findByLabelText('Name of Picture 1');
  await userEvent.type(field, 'Dice Tower Inn');
  await userEvent.click(screen.getByRole('button', { name: 'Save the name of Picture 1' }));
  await waitFor(() => expect(sent(log)).toMatchObject([{ body: { name: 'Dice Tower Inn' } }]));
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('follows another organiser’s new name, and keeps what is typed', async () => {
  const pictures = ['p-1', 'p-2', 'p-3'].map((id) => ({ ...PICTURE, id }));
  const rename = () => {
    const now = ['Floor', 'Bar', 'Door'].map((name, index) => ({ ...PICTURE, id: `p-${index + 1}`, name }));
    pictures.splice(0, 3, ...now);
    return { body: now[2], touches: 'pictures' };
  };
  open(pictures, { 'PATCH /api/pictures/p-3': rename });
  await userEvent.type(await screen.findByLabelText('Name of Picture 2'), 'Stage');
  await userEvent.type(screen.getByLabelText('Name of Picture 3'), 'Door');
  await userEvent.click(screen.getByRole('button', { name: 'Save the name of Picture 3' }));
  expect((await screen.findByLabelText('Name of Floor')).getAttribute('value')).toBe('Floor');
  expect(screen.getByLabelText('Name of Bar').getAttribute('value')).toBe('Stage');
  expect(screen.queryByRole('button', { name: 'Save the name of Floor' })).toBeNull();
});
