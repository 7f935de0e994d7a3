import type { FestivalEvent } from '#features/events/contract.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { useNow } from '#platform/web/clock.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Rsvp } from '../contract.ts';
import { whyNotRegister } from '../rules.ts';
import { Answered } from './Answered.tsx';
import { CancelPlace } from './CancelPlace.tsx';
import { Overlaps } from './Overlaps.tsx';
import { UnsentPlaces } from './unsent/UnsentPlaces.tsx';

const AnswersDialog = onDemand(() => import('./AnswersDialog.tsx').then((module) => module.AnswersDialog));

type MyPlacesProps = {
  event: FestivalEvent;
  zone: string;
  /** This device's places in this event. */
  places: readonly Rsvp[];
  onRegisterAnother: () => void;
};

/** In the details dialog: what of this device's schedule is at the same time, and its places here. */
export const MyPlaces = ({ zone, ...here }: MyPlacesProps) => (
  <>
    <Overlaps event={here.event} zone={zone} person={null} />
    {here.places.length > 0 && <PlacesHere {...here} />}
    <UnsentPlaces zone={zone} eventId={here.event.id} />
  </>
);

/** This device's places, with buttons to cancel one and to add another person. */
function PlacesHere({ event, places, onRegisterAnother }: Omit<MyPlacesProps, 'zone'>) {
  const asked = useDialog<Rsvp>();
  const room = whyNotRegister({ event, now: useNow(), festival: useFestival(), placesHere: places.length }) === null;
  return (
    <section aria-label="Places of this device" className="grid gap-3">
      <h3 className="font-semibold">Places of this device</h3>
      <ul className="grid gap-2">
        {places.map((rsvp) => (
          <li
            key={rsvp.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line px-4 py-2.5"
          >
            <span className="grid min-w-0 [overflow-wrap:anywhere]">
              {rsvp.playerName}
              <Answered questions={event.questions} answers={rsvp.answers} />
            </span>
            {event.questions.length > 0 && event.status !== 'completed' && (
              <Button
                tone="ghost"
                aria-label={`Change the answers of ${rsvp.playerName}`}
                onClick={() => asked.open(rsvp)}
              >
                Answers
              </Button>
            )}
            {rsvp.checkedIn ? (
              <StateLabel colour="sea">Checked in</StateLabel>
            ) : (
              <CancelPlace rsvp={rsvp} event={event} />
            )}
          </li>
        ))}
      </ul>
      {asked.show((place) => (
        <AnswersDialog event={event} place={place} onClose={asked.close} />
      ))}
      {room && (
        <Button tone="ghost" className="justify-self-start" onClick={onRegisterAnother}>
          A place for another person
        </Button>
      )}
    </section>
  );
}
