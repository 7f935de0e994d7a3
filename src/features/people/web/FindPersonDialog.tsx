import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Amended } from '#features/amendments/contract.ts';
import { AmendDialog } from '#features/amendments/web/AmendDialog.tsx';
import { AmendedPlace } from '#features/amendments/web/AmendedPlace.tsx';
import { amendmentsQuery } from '#features/amendments/web/queries.ts';
import { HandoverDialog } from '#features/devices/web/HandoverDialog.tsx';
import { eventsQuery } from '#features/events/web/queries.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { SearchField } from '#platform/web/ui/field.tsx';
import { hideKeyboard } from '#platform/web/ui/keyboard.ts';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Loading } from '#platform/web/ui/skeleton.tsx';
import type { Person } from '../contract.ts';
import { PEOPLE_MOST, PEOPLE_SHOWN } from '../limits.ts';
import { type Belonging, PersonCard } from './parts/PersonCard.tsx';
import { peopleQuery } from './queries.ts';

type FindPersonDialogProps = { zone: string; onClose: () => void };

/** Searches everybody by a part of their name. Asks once before the first letter, so that the server is prepared for it. */
export function FindPersonDialog({ zone, onClose }: FindPersonDialogProps) {
  const [typed, type] = useState('');
  const q = useDeferredValue(typed.trim());
  const [most, setMost] = useState(PEOPLE_SHOWN);
  const { data, isError, isPlaceholderData, refetch } = useQuery(peopleQuery(q, most));
  const { data: events } = useQuery(eventsQuery);
  const search = (text: string) => {
    type(text);
    setMost(PEOPLE_SHOWN);
  };
  const [chosen, choose] = useState<Belonging>();
  const [lost, lose] = useState<Belonging>();
  const [amended, setAmended] = useState<Amended>();
  const event = events?.find(({ id }) => id === chosen?.eventId);
  const { people = [], more = 0 } = q === '' ? {} : (data ?? {});
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Find a person"
      description="By a part of any name: places, waiting lists, accounts and games."
    >
      {/* On a phone the dialog is at the bottom: the field must not move with what is found. */}
      <div className="grid min-h-[65dvh] grid-cols-[minmax(0,1fr)] content-start gap-4">
        <form onSubmit={hideKeyboard}>
          <SearchField label="Name" limit={NAME_LIMIT} autoCapitalize="words" value={typed} onSearch={search} />
        </form>
        <p role="status" className="text-mute [overflow-wrap:anywhere] empty:hidden">
          {q !== '' && data !== undefined && !isPlaceholderData && foundWords(q, people, more)}
        </p>
        {data === undefined && isError && <LoadError title="The search failed" onRetry={() => void refetch()} />}
        {q !== '' && data === undefined && !isError && <Loading words="Searching..." className="h-40 rounded-2xl" />}
        {amended && <JustAmended key={amended.id} amended={amended} />}
        {people.length > 0 && (
          <ul aria-label="People" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {people.map((person) => (
              <PersonCard
                key={person.id}
                person={person}
                zone={zone}
                onAmend={choose}
                onHandOver={lose}
                onPoints={() => void refetch()}
                onLeave={onClose}
              />
            ))}
          </ul>
        )}
        {more > 0 && most < PEOPLE_MOST && (
          <Button className="justify-self-center" onClick={() => setMost(most + PEOPLE_SHOWN)}>
            Show more people
          </Button>
        )}
      </div>
      {chosen && event && (
        <AmendDialog
          place={chosen}
          event={event}
          zone={zone}
          onAmended={setAmended}
          onHandOver={() => {
            lose(chosen);
            choose(undefined);
          }}
          onClose={() => choose(undefined)}
        />
      )}
      {lost && <HandoverDialog id={lost.id} name={lost.playerName} zone={zone} onClose={() => lose(undefined)} />}
    </Dialog>
  );
}

function foundWords(q: string, people: readonly Person[], more: number): string {
  if (people.length === 0) return `Nobody called “${q}” has anything here.`;
  const shown = counted(people.length, 'person', 'people');
  return more === 0 ? shown : `${shown} and ${more.toLocaleString('en-US')} more.`;
}

/** The undo of what was changed here last, for as long as the server offers it. */
function JustAmended({ amended }: { amended: Amended }) {
  const { data } = useQuery(amendmentsQuery(amended.eventId));
  const offered = data?.find(({ id }) => id === amended.id);
  return offered && <AmendedPlace amendment={offered} justMade />;
}
