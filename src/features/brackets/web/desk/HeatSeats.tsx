import { NumberField } from '#platform/web/ui/field.tsx';
import type { Match } from '../../contract.ts';
import { MATCH_SCORE, MOST_AT_A_TABLE } from '../../engine/results.ts';
import type { Seat } from './outcome.ts';

type HeatSeatsProps = { match: Match; seats: readonly Seat[]; onType: (seats: readonly Seat[]) => void };

/** The places of a heat, equal ones for a tie, or scores, from which places follow; or who was not there. */
export function HeatSeats({ match, seats, onType }: HeatSeatsProps) {
  const change = (slot: number, part: Partial<Seat>) =>
    onType(seats.map((seat, at) => (at === slot ? { ...seat, ...part } : seat)));
  return (
    <>
      <p className="text-mute">A place for each, equal ones for a tie. Or a score for each: then the places follow.</p>
      {match.players.map(({ id, name }, slot) => {
        const seat = seats[slot] ?? { place: '', score: '', isAbsent: false };
        return (
          <fieldset key={id} className="grid grid-cols-[minmax(0,1fr)_4.5rem_5rem] items-end gap-x-3 gap-y-1">
            <legend className="sr-only">{name}</legend>
            <span className="grid gap-1 self-center pt-5">
              <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
              <label className="flex min-h-11 items-center gap-2 text-mute">
                <input
                  type="checkbox"
                  className="size-5"
                  checked={seat.isAbsent}
                  onChange={({ target }) => change(slot, { isAbsent: target.checked })}
                />
                was not there
              </label>
            </span>
            {!seat.isAbsent && (
              <>
                <NumberField
                  label="Place"
                  min={1}
                  max={MOST_AT_A_TABLE}
                  value={seat.place}
                  onType={(place) => change(slot, { place })}
                />
                <NumberField
                  label="Score"
                  {...MATCH_SCORE}
                  value={seat.score}
                  onType={(score) => change(slot, { score })}
                />
              </>
            )}
          </fieldset>
        );
      })}
    </>
  );
}
