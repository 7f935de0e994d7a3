import MonitorUp from 'lucide-react/icons/monitor-up';
import Printer from 'lucide-react/icons/printer';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';

/** To the bracket on paper. */
export const PrintLink = ({ event: { id, title } }: { event: Pick<FestivalEvent, 'id' | 'title'> }) => (
  <Link
    href={`/print?sheet=bracket&event=${encodeURIComponent(id)}`}
    aria-label={`Print the bracket of ${title}`}
    className={buttonClass('ghost')}
  >
    <Printer aria-hidden="true" />
    Print
  </Link>
);

/** Opens in a new tab, to be moved to the big screen. */
export const BigScreenLink = ({ event: { id, title } }: { event: Pick<FestivalEvent, 'id' | 'title'> }) => (
  <a
    href={`/display?event=${encodeURIComponent(id)}`}
    target="_blank"
    rel="noopener noreferrer"
    aria-label={`Big screen: ${title} (opens in a new tab)`}
    className={buttonClass('ghost')}
  >
    <MonitorUp aria-hidden="true" />
    Big screen
  </a>
);
