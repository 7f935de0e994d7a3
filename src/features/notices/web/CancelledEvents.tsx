import { clockTime, longDay } from '#platform/time.ts';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import type { Notice } from '../contract.ts';

/** Cancelled events, below the places in My schedule. */
export const CancelledEvents = ({ notices, zone }: { notices: readonly Notice[]; zone: string }) => (
  <section aria-label="Cancelled" className="grid gap-3">
    <h2 className="text-lg text-mute">Cancelled</h2>
    <ul className="grid gap-3">
      {notices.map((notice) => (
        <li key={notice.id} className="break-inside-avoid">
          <CancelledEvent notice={notice} zone={zone} />
        </li>
      ))}
    </ul>
  </section>
);

const CancelledEvent = ({ notice: { is }, zone }: { notice: Notice; zone: string }) => (
  <Card as="article" edge="left" className="grid gap-2 py-4 pr-4 pl-5 sm:pr-5 sm:pl-6">
    <div className="flex items-start justify-between gap-4">
      <p className="min-w-0 text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
        <time dateTime={is.startTime}>
          {longDay(is.startTime, zone)} · {clockTime(is.startTime, zone)}
        </time>{' '}
        · {is.location}
      </p>
      <StateLabel colour="coral">CANCELLED</StateLabel>
    </div>
    <h3 className="text-xl leading-tight font-semibold text-mute [overflow-wrap:anywhere]">
      <del>{is.title}</del>
    </h3>
  </Card>
);
