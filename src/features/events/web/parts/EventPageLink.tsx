import { Link } from 'wouter';
import type { FestivalEvent } from '../../contract.ts';

/** The title of an event, which leads organisers to its page; Back leads to the same place in the list. */
export const EventPageLink = ({ event: { id, title } }: { event: Pick<FestivalEvent, 'id' | 'title'> }) => (
  <Link
    href={`/admin/events/${id}`}
    state={{ isFromList: true }}
    onClick={() => history.replaceState({ ...history.state, scrollY }, '')}
    className="underline decoration-edge underline-offset-4 hover:decoration-current"
  >
    {title}
  </Link>
);
