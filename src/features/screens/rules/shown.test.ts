import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { isScreenName, screenNameIn } from './names.ts';
import { showsEvent, tournamentsIn } from './shown.ts';

/** 4 PM; the sample event goes from 3 to 5 PM. */
const AT = '2025-11-13T21:00:00.000Z';
const on = shownEvent({ id: 'on', status: 'in-progress' });
const soon = shownEvent({ id: 'soon', startTime: '2025-11-13T23:00:00.000Z' });
const over = shownEvent({ id: 'over', startTime: '2025-11-13T15:00:00.000Z' });
const done = shownEvent({ id: 'done', status: 'completed' });
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

it('shows of what is over its winners or nothing', () => {
  const drawn = { bracketDrawn: true, tournamentType: 'single-elimination' } as const;
  expect(
    [on, soon, over, done, shownEvent({ ...drawn, ...{ status: 'completed', bracketDecided: true } })].map((event) =>
      showsEvent(event, AT),
    ),
  ).toEqual([true, true, false, false, true]);
  expect(showsEvent(shownEvent({ ...drawn, status: 'completed' }), AT)).toBe(false);
  expect(showsEvent(shownEvent({ ...drawn, startTime: over.startTime, status: 'in-progress' }), AT)).toBe(true);
});

it('turns through the tournaments of a room that are played or were won not long ago', () => {
  const cup = (id: string, said: Partial<typeof on> = {}) =>
    shownEvent({ id, tournamentType: 'single-elimination', ...said });
  const drawn = cup('drawn', { bracketDrawn: true });
  const played = cup('played', { status: 'in-progress' });
  const away = cup('away', { status: 'in-progress', location: 'Tide Pool' });
  const won = cup('won', { status: 'completed', bracketDrawn: true, bracketDecided: true });
  const events = [cup('waits'), played, won, away, drawn, on];
  expect(ids(tournamentsIn(events, 'Ballroom A', AT)).toSorted()).toEqual(['drawn', 'played', 'won']);
  expect(ids(tournamentsIn(events, null, AT))).toContain('away');
  expect(ids(tournamentsIn(events, 'Ballroom A', '2025-11-14T05:00:00.000Z'))).toEqual(['drawn']);
});

it('reads the name of a screen from its address, and leaves the ceremony its own', () => {
  expect(screenNameIn('/display/arcade-2')).toBe('arcade-2');
  expect(screenNameIn('/display/arcade-2/')).toBe('arcade-2');
  for (const path of ['/display', '/display/', '/display/ceremony', '/display/Arcade', '/display/a/b', '/admin/arcade'])
    expect([path, screenNameIn(path)]).toEqual([path, null]);
  expect(isScreenName('x'.repeat(40))).toBe(true);
  expect(isScreenName('x'.repeat(41))).toBe(false);
});
