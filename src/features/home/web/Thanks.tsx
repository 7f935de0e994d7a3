import { useQuery } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Winners } from '#features/brackets/contract.ts';
import { winnersQuery } from '#features/brackets/web/queries.ts';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { counted, listed } from '#platform/numbers.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';

/** On home once the festival is over: the organisers' words, who won, and the ten best. */
export function Thanks() {
  const { thanks } = useFestival();
  const { data: winners } = useQuery(winnersQuery);
  return (
    <PageFrame>
      <section aria-label="Thank you" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <PageTitle as="h2">THANK YOU</PageTitle>
        <p className="max-w-prose text-lg text-pretty whitespace-pre-line [overflow-wrap:anywhere]">
          {thanks ?? 'The festival is over. Thank you for playing with us.'}
        </p>
        <Pictures />
        {winners && <WinnersList winners={winners} />}
        <Link href="/winners" className={`${buttonClass('ghost')} justify-self-start`}>
          All winners, to share
        </Link>
      </section>
    </PageFrame>
  );
}

/** As wide as its row leaves room; three in a row on wide screens, and two of four. */
const PICTURE =
  'h-40 min-w-0 grow basis-[45%] rounded-2xl border border-line bg-panel object-cover lg:h-56 lg:max-w-[calc(50%-0.375rem)]';

/** Without those that are gone. */
function Pictures() {
  const { thanksPictures = [] } = useFestival();
  const [gone, setGone] = useState<readonly string[]>([]);
  // Before that, nobody hears that a picture is gone.
  const isHydrated = useHydrated();
  const shown = thanksPictures.filter(({ id }) => !gone.includes(id));
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {shown.map(({ id, name }) => (
        <img
          key={id}
          src={isHydrated ? `/pictures/${id}` : undefined}
          alt={name}
          loading="lazy"
          className={`${PICTURE} ${shown.length === 4 ? 'lg:basis-[45%]' : 'lg:basis-[30%]'}`}
          onError={() => setGone((ids) => [...ids, id])}
        />
      ))}
    </div>
  );
}

/** The tournaments with who won them, and the ten best. */
export function WinnersList({ winners: { tournaments, top } }: { winners: Winners }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
      {tournaments.length > 0 && (
        <section aria-label="Winners" className="grid gap-2">
          <h3 className="text-lg text-mute">Winners</h3>
          <ul className="grid gap-2">
            {tournaments.map(({ eventId, title, names }) => (
              <li key={eventId} className="flex gap-3 rounded-xl border border-line px-4 py-2.5">
                <Trophy aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sun" />
                <span className="grid min-w-0 [overflow-wrap:anywhere]">
                  <strong className="font-semibold">{listed(names.map(isolated))}</strong>
                  <Link href={eventAddress(eventId)} className="text-mute underline underline-offset-4">
                    {title}
                  </Link>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {top.length > 0 && (
        <section aria-label="Top ten" className="grid gap-2">
          <h3 className="text-lg text-mute">
            <Link href="/scoreboard" className="underline underline-offset-4">
              Top ten
            </Link>
          </h3>
          <ol className="grid gap-1.5">
            {top.map(({ name, score }) => (
              <li key={name} className="flex justify-between gap-3 border-b border-line py-1">
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {top.filter((other) => other.score > score).length + 1}. {name}
                </span>
                <span className="whitespace-nowrap text-mute">{counted(score, 'point')}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
