/**
 * An organiser at the desk of a double elimination of four players, with a fake server that applies results like the
 * real one.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Entry } from '#features/brackets/engine/state.ts';
import { BracketDesk } from '#features/brackets/web/desk/BracketDesk.tsx';
import type { Place } from '#features/brackets/web/desk/players-change.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { win } from './bracket.ts';
import { answerCalls, type Heard, type Reply, renderInPage } from './page.tsx';
import { shownMatches } from './shown-bracket.ts';
import { shownEvent } from './shown-event.ts';
import { findDialog, userEvent } from './user-event.ts';

export const FOUR = ['Priya', 'Marcus', 'Lena', 'Jo'];
export const FAILED = 'Failed to update score. Please try again.';
export const SCORE = 'PATCH /api/matches/catan_W1-1/score';

const PLACES = FOUR.map((playerName, index): Place => ({ id: `rsvp-${index + 1}`, playerName, checkedIn: true }));

let registered: readonly Place[] = PLACES;
export const usePlaces = () => registered;

let entered: Entry[];
export const now = () => shownMatches(FOUR, entered);
export const found = (place: string) => now().find(({ id }) => id === `catan_${place}`);
export const enter = (entry: Entry): Reply => {
  entered = [...entered, entry];
  return { body: 'match' in entry ? found(entry.match) : now(), touches: 'matches, leaderboard' };
};

/** Draws the desk after the results `before`. */
export const showDesk = async (
  before: Entry[] = [],
  said: Partial<FestivalEvent> = {},
  places: readonly Place[] = PLACES,
) => {
  entered = before;
  registered = places;
  const event = shownEvent({ tournamentType: 'double-elimination', bracketDrawn: true, ...said });
  renderInPage(<BracketDesk event={event} zone="America/New_York" usePlaces={usePlaces} />, {
    at: '/admin/events/catan?part=bracket',
    wide: true,
    admin: true,
  });
  await screen.findByRole('region', { name: 'Bracket' });
};

/** What the desk asks for. */
export const DESK_READS: Record<string, (heard: Heard) => Reply | Promise<Reply>> = {
  'GET /api/matches?eventId=catan': () => ({ body: now() }),
  ...Object.fromEntries(
    shownMatches(FOUR, []).map(({ id }) => [`GET /api/matches/${id}/entries`, () => ({ body: [] })]),
  ),
};

export const open = async (
  replies: typeof DESK_READS = {},
  before: Entry[] = [],
  said: Partial<FestivalEvent> = {},
  places: readonly Place[] = PLACES,
) => {
  const heard = answerCalls({ ...DESK_READS, ...replies });
  await showDesk(before, said, places);
  return () => heard.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
};
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const openMatch = async (sentence: RegExp) => {
  await press(sentence);
  return within(await findDialog());
};
export const FIRST = /^Winners semifinal, match 1: .* score$/;
export const type = async (form: Awaited<ReturnType<typeof openMatch>>, one: string, two: string) => {
  for (const [name, score] of [
    ['Priya', one],
    ['Jo', two],
  ] as const) {
    await userEvent.clear(form.getByRole('textbox', { name }));
    await userEvent.paste(score);
  }
};
export const save = (form: Awaited<ReturnType<typeof openMatch>>, name = 'Save Result') =>
  userEvent.click(form.getByRole('button', { name }));
/** Types the first match's result and sends it; returns the form. */
export const sendFirst = async (one: string, two: string) => {
  const form = await openMatch(FIRST);
  await type(form, one, two);
  await save(form);
  return form;
};
/** Enters the first match's result and waits until it is saved. */
export const enterFirst = async (one = '2', two = '0') => {
  await sendFirst(one, two);
  await closed();
};
/** A toast's text is in the page a second time while it is announced. */
export const toasted = (words: string) => screen.findAllByText(words, { selector: '[role] *' });
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** The winners bracket is complete. */
export const PLAYED = [win('W1-1', 1), win('W1-2', 1), win('W2-1', 1)];
