import { ManageEvents } from '#features/events/web/ManageEvents.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';

const SeveralDialog = onDemand(() => import('./SeveralDialog.tsx').then((module) => module.SeveralDialog));

/** Combines the programme (events) with messages to the people of several events. */
export const EventsPanel = ({ zone }: { zone: string }) => (
  <ManageEvents
    zone={zone}
    several={(act, events, onClose) => <SeveralDialog act={act} events={events} onClose={onClose} />}
  />
);
