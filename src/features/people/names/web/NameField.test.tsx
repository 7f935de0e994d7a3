import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { KnownName } from '../contract.ts';
import { NameField } from './NameField.tsx';
import { forgetNames, rememberName, useNameField } from './state.ts';

function Form({ isOffered }: { isOffered?: (known: KnownName) => boolean }) {
  const { names, name, setName } = useNameField(isOffered);
  return <NameField label="Your Name" names={names} name={name} onName={setName} instead="No name yet." />;
}

const open = (own: () => Reply | Promise<Reply> = () => ({ body: [] })) => {
  answerCalls({ 'GET /api/names/my': own });
  return renderInPage(<Form />);
};
const field = () => screen.getByLabelText<HTMLInputElement>(/^Your Name/);
const choices = () =>
  screen.queryAllByRole('button').map((one) => [one.textContent, one.getAttribute('aria-pressed') === 'true']);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('is empty and offers nothing while no name is known', () => {
  open();
  expect([field().value, choices()]).toEqual(['', []]);
  screen.getByText('No name yet.');
});

it('fills in the name used first and offers the others before the server answers', async () => {
  rememberName('Rosa');
  rememberName('Theo');
  open(() => new Promise(() => {}));
  expect(field().value).toBe('Rosa');
  const [rosa, theo, else_] = ['Rosa', 'Theo', 'Someone else'];
  expect(choices()).toEqual([
    [rosa, true],
    [theo, false],
    [else_, false],
  ]);
  expect(screen.queryByText('No name yet.')).toBeNull();
  const chip = screen.getByRole('button', { name: 'Rosa' });
  expect(chip.compareDocumentPosition(field())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await press('Theo');
  expect([field().value, choices().find(([, chosen]) => chosen)]).toEqual(['Theo', ['Theo', true]]);
});

it('empties the field and moves the focus there for someone else', async () => {
  rememberName('Rosa');
  open();
  await press('Someone else');
  expect([field().value, document.activeElement]).toEqual(['', field()]);
  await userEvent.type(field(), ' rosa');
  expect(choices()[0]).toEqual(['Rosa', true]);
});

it('takes names of the server that this browser never heard, and keeps what was typed meanwhile', async () => {
  let answer = (_: Reply) => {};
  const late = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  open(() => late);
  await userEvent.type(field(), 'Sam');
  const own: KnownName[] = [{ name: 'Rosa', account: true }];
  answer({ body: own });
  await waitFor(() => expect(choices().map(([name]) => name)).toEqual(['Rosa', 'Someone else']));
  expect(field().value).toBe('Sam');
});

it('fills in nobody when the owner of the device is not offered', () => {
  rememberName('Rosa', { account: true });
  rememberName('Theo');
  answerCalls({ 'GET /api/names/my': () => ({ body: [] }) });
  renderInPage(<Form isOffered={({ account }) => !account} />);
  expect([field().value, choices().map(([name]) => name)]).toEqual(['', ['Theo', 'Someone else']]);
});

it('offers a name that another form has just used', () => {
  open();
  act(() => rememberName('Rosa'));
  expect(choices()[0]).toEqual(['Rosa', true]);
});

it('remembers no name while admin mode is on, and none after they are forgotten', () => {
  unlocked();
  rememberName('Rosa');
  expect(safeStorage.get('names')).toBeNull();
  safeStorage.set('names', '[{"name":"Theo"}]');
  forgetNames();
  open();
  expect(field().value).toBe('');
});

it('counts near the limit of 60, by characters and not by code units, and says what is too long', async () => {
  open();
  await userEvent.click(field());
  await userEvent.paste('🦑'.repeat(49));
  expect(screen.queryByText(/of 60$/)).toBeNull();
  await userEvent.type(field(), 'x');
  screen.getByText('50 of 60');
  await userEvent.paste('y'.repeat(11));
  screen.getByText('61 of 60');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  screen.getByText('At most 60 characters.');
});
