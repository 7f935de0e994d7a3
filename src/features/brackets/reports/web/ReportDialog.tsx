import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { NumberField } from '#platform/web/ui/field.tsx';
import type { Match, SaidResult } from '../../contract.ts';
import { MATCH_SCORE } from '../../engine/results.ts';
import { HeatSeats } from '../../web/desk/HeatSeats.tsx';
import { mayDraw, outcomeOf, type Typed, typedFor } from '../../web/desk/outcome.ts';
import { useSay } from './unsent/say.ts';

type ReportDialogProps = { match: Match; onClose: () => void };

/** Who won is one press; a score is typed below. Of a heat the places are typed. */
export function ReportDialog({ match, onClose }: ReportDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState<Typed>(() => typedFor(match));
  const act = useSay();
  const isHeat = match.bracket === 'heat';
  const result = resultOf(match, typed);
  const tell = (said: SaidResult) => {
    act.run({ match, result: said });
    onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typeof result !== 'string') tell(result);
  };
  const [one, two] = typed.scores;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Say the result"
      description={`${match.label}. It counts when the other side says the same.`}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone={isHeat ? 'sea' : 'quiet'}
            type="submit"
            form={formId}
            disabledReason={typeof result === 'string' ? result : undefined}
          >
            {isHeat ? 'Say the places' : 'Say the score'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-4">
        {isHeat ? (
          <HeatSeats match={match} seats={typed.seats} onType={(seats) => setTyped({ ...typed, seats })} />
        ) : (
          <>
            <div className="grid gap-2">
              <Button data-start tone="sea" onClick={() => tell({ winner: 1 })}>
                {match.player1?.name} won
              </Button>
              <Button tone="sea" onClick={() => tell({ winner: 2 })}>
                {match.player2?.name} won
              </Button>
              {mayDraw(match) && <Button onClick={() => tell({ winner: 'draw' })}>A draw</Button>}
            </div>
            <p className="text-mute">Or with the score:</p>
            <div className="-mt-2 grid grid-cols-2 items-end gap-4">
              <NumberField
                {...MATCH_SCORE}
                label={match.player1?.name ?? ''}
                value={one}
                onType={(score) => setTyped({ ...typed, scores: [score, two] })}
              />
              <NumberField
                {...MATCH_SCORE}
                label={match.player2?.name ?? ''}
                value={two}
                onType={(score) => setTyped({ ...typed, scores: [one, score] })}
              />
            </div>
          </>
        )}
      </form>
    </Dialog>
  );
}

/** A sentence where something is missing. */
function resultOf(match: Match, typed: Typed): SaidResult | string {
  const outcome = outcomeOf(match, typed);
  if (typeof outcome === 'string') return outcome;
  if (outcome.kind === 'score') return { player1Score: outcome.scores[0], player2Score: outcome.scores[1] };
  if (outcome.kind !== 'places') return 'Type both scores first.';
  const places = match.players.flatMap(({ id }, slot) => {
    const place = outcome.places[slot] ?? 0;
    return place === 0 ? [] : [{ id, place, score: outcome.scores?.[slot] ?? null }];
  });
  return { places };
}
