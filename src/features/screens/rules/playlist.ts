import { firstTwice } from '#platform/lists.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { ArchivedScreen, ScreenPage } from '../contract.ts';
import { MOST_SCREENS } from '../limits.ts';

/** What a new screen shows until an organiser arranges it. */
export const FIRST_PLAYLIST: ScreenPage[] = [
  { kind: 'now-here', seconds: 20 },
  { kind: 'tournaments', seconds: 30 },
  { kind: 'messages', seconds: 15 },
  { kind: 'standings', seconds: 20 },
  { kind: 'app', seconds: 10 },
];

/** Says why these cannot be the screens of a festival's file. */
export const checkScreens = ({ screens }: { readonly screens: readonly ArchivedScreen[] }): Verdict =>
  firstTwice(screens, ({ name }) => name) === null && screens.length <= MOST_SCREENS
    ? null
    : new Refusal('BAD_INPUT', 'The file holds a screen twice, or too many.', { field: 'screens' });
