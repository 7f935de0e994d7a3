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
