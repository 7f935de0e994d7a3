import type { Absent } from '#features/brackets/web/desk/BracketButtons.tsx';
import { AbsentPeople } from '#features/check-in/web/AbsentPeople.tsx';

/** Who is not checked in when a bracket is drawn (check-in), for the draw's dialog (brackets). */
export const absent: Absent = (event, placeIds) => <AbsentPeople event={event} placeIds={placeIds} />;
