import type { FestivalEvent } from '#features/events/contract.ts';
import { ManageEvents } from '#features/events/web/ManageEvents.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';

const PeopleDialog = onDemand(() =>
  import('#features/check-in/web/PeopleDialog.tsx').then((module) => module.PeopleDialog),
);
const SeveralDialog = onDemand(() => import('./SeveralDialog.tsx').then((module) => module.SeveralDialog));

/** Combines the programme (events) with the people of an event (check-in) and messages to those of several. */
export const EventsPanel = ({ zone }: { zone: string }) => (
  <ManageEvents
    zone={zone}
    people={(event: FestivalEvent, onClose) => <PeopleDialog event={event} zone={zone} onClose={onClose} />}
    several={(act, events, onClose) => <SeveralDialog act={act} events={events} onClose={onClose} />}
  />
);
