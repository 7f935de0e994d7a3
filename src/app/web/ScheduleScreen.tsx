/** My schedule: places (rsvps) with the next match of a tournament (brackets), links to the programme, and lines (waiting). */
import { NextMatch } from '#features/brackets/web/NextMatch.tsx';
import type { Between } from '#features/events/rules/filters.ts';
import { type NextFor, SchedulePage } from '#features/rsvps/web/SchedulePage.tsx';
import { WaitingLines } from '#features/waiting/web/WaitingLines.tsx';
import { programmeAddress } from './home-address.ts';

const next: NextFor = (event, rsvp, named) =>
  event.bracketDrawn && <NextMatch eventId={event.id} entrantId={rsvp.id} name={named ? rsvp.playerName : undefined} />;

/** What still takes people in a free stretch of time. */
const fitAddress = (fits: Between): string =>
  `${programmeAddress({ type: null, day: null, part: 1, seats: true, fits })}#events`;

export const ScheduleScreen = ({ zone }: { zone: string }) => (
  <SchedulePage zone={zone} next={next} fitAddress={fitAddress} more={<WaitingLines zone={zone} />} />
);
