import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Sparkles from 'lucide-react/icons/sparkles';
import Trophy from 'lucide-react/icons/trophy';
import { useState } from 'react';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { tickerItems } from '#features/events/rules/first-events.ts';
import { LateMark } from '#features/events/web/EventBadges.tsx';
import { useEvents } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { tickerTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';

export function useTickerItems(): readonly FestivalEvent[] {
  const { known = [] } = useEvents();
  return tickerItems(known, useNow());
}

/** The strip of upcoming events. Does not move when paused or with reduced motion. */
export const Ticker = ({ items }: { items: readonly FestivalEvent[] }) => {
  const { timeZone } = useFestival();
  const [paused, setPaused] = useState(false);
  if (items.length === 0) return null;
  const Icon = paused ? Play : Pause;
  return (
    <section aria-label="Upcoming events" className="ticker">
      <div className="ticker-window">
        <div className={`ticker-track ${items.length > 4 ? 'ticker-long' : ''}`} data-paused={paused || undefined}>
          <TickerList items={items} timeZone={timeZone} />
          {/* The same again, so that the strip has no gap when it comes round. */}
          <div inert aria-hidden="true" className="ticker-again">
            <TickerList items={items} timeZone={timeZone} />
          </div>
        </div>
      </div>
      <button
        type="button"
        className="grid w-11 flex-none cursor-pointer place-items-center text-mute hover:text-ink"
        aria-label={paused ? 'Let the ticker run' : 'Pause the ticker'}
        onClick={() => setPaused(!paused)}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </section>
  );
};

type TickerListProps = { items: readonly FestivalEvent[]; timeZone: string };

const TickerList = ({ items, timeZone }: TickerListProps) => (
  <ul className="flex h-full flex-1 justify-around">
    {items.map((event) => {
      const Icon = event.tournamentType ? Trophy : Sparkles;
      return (
        <li key={event.id}>
          <Link to={`/?event=${event.id}`} className="ticker-item">
            <Icon
              aria-hidden="true"
              data-icon={event.tournamentType ? 'trophy' : 'event'}
              className="size-4 text-sun"
            />
            <strong className="font-semibold">{event.title}</strong>
            <span className="text-mute">
              {' '}
              · {tickerTime(event.startTime, timeZone)}
              <LateMark event={event} /> ·{' '}
            </span>
            <span className="text-sun">{event.location}</span>
          </Link>
        </li>
      );
    })}
  </ul>
);
