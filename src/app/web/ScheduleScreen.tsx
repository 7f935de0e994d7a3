import { NextMatch } from '#features/brackets/web/NextMatch.tsx';
import { type NextFor, SchedulePage } from '#features/rsvps/web/SchedulePage.tsx';

const next: NextFor = (event, rsvp, named) =>
  event.bracketDrawn && <NextMatch eventId={event.id} entrantId={rsvp.id} name={named ? rsvp.playerName : undefined} />;

/** Combines places (rsvps) with the next match of a tournament (brackets). */
export const ScheduleScreen = ({ zone }: { zone: string }) => <SchedulePage zone={zone} next={next} />;
