import { type SubmitEvent, useId, useState } from 'react';
import { useIsHelper } from '#features/access/web/state.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { NumberField, SelectField } from '#platform/web/ui/field.tsx';
import type { Match } from '../../contract.ts';
import { MATCH_SCORE } from '../../engine/results.ts';
import { matchSentence } from '../parts/sentence.ts';
import { ClearedList } from './ClearedList.tsx';
import { MatchHistory } from './MatchHistory.tsx';
import { outcomeOf, type Typed, typedFor, type Way, waysFor, winnerWords } from './outcome.ts';
import { useResultChange } from './result-change.ts';

type ScoreDialogProps = {
  /** The present match; it may change while the dialog is open. */
  match: Match;
  title: string;
  /** The whole bracket, and its match titles. */
  matches: readonly Match[];
  titles: ReadonlyMap<string, string>;
  zone: string;
  /** The outcome that is offered first; otherwise what stands. */
  way?: Way | undefined;
  onClose: () => void;
  onSaved: (match: Match) => void;
};

const CLEAR = { kind: 'clear' } as const;

/** Enters or corrects a result; lists what a correction would clear and asks for confirmation. */
export function ScoreDialog({ match, title, matches, titles, zone, way, onClose, onSaved }: ScoreDialogProps) {
  const isHelper = useIsHelper();
  const formId = useId();
  const { shown, message, field, refused, pending, save, rethink } = useResultChange(match, title, {
    onSaved,
    onClose,
  });
  const [typed, setTyped] = useState<Typed>(() => (way ? { way, scores: ['', ''] } : typedFor(match)));
  const open = shown.status === 'ready' || shown.status === 'done';
  const outcome = outcomeOf(typed);
  const type = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    rethink();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typeof outcome !== 'string' && !pending) save(outcome);
  };
  const refusedAct = refused?.act;
  const cleared = matches.filter(({ id }) => refused?.ids.includes(id));
  const disabledReason = pending ? 'The result is being saved.' : typeof outcome === 'string' ? outcome : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={shown.status === 'done' ? matchSentence('So far', shown) : undefined}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
          {!isHelper && shown.status === 'done' && (
            <Button onClick={() => save(CLEAR)} disabledReason={pending ? 'The result is being saved.' : undefined}>
              {refusedAct === 'clear' ? 'Clear all of them' : 'Clear Result'}
            </Button>
          )}
          {open && (
            <Button
              tone={refusedAct === 'save' ? 'danger' : 'sea'}
              type="submit"
              form={formId}
              disabledReason={disabledReason}
            >
              {pending ? 'Saving...' : refusedAct === 'save' ? 'Clear and save' : 'Save Result'}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-4">
        {open ? (
          <Entry match={shown} typed={typed} field={field} onType={type} />
        ) : (
          <p>This match has no two players now.</p>
        )}
        {open && (
          <p role="status" className="text-lg font-semibold [overflow-wrap:anywhere]">
            {winnerWords(shown, outcome)}
          </p>
        )}
        {cleared.length > 0 ? (
          <ClearedList matches={cleared} titles={titles} />
        ) : (
          <p role="alert" className="font-semibold text-coral [overflow-wrap:anywhere] empty:hidden">
            {message}
          </p>
        )}
        <MatchHistory match={shown} zone={zone} />
      </form>
    </Dialog>
  );
}

type EntryProps = {
  match: Match;
  typed: Typed;
  field: string | undefined;
  onType: (part: Partial<Typed>) => void;
};

function Entry({ match, typed, field, onType }: EntryProps) {
  const [one, two] = typed.scores;
  return (
    <>
      {typed.way === 'played' && (
        <div className="grid grid-cols-2 items-end gap-4">
          <NumberField
            {...MATCH_SCORE}
            label={match.player1?.name ?? ''}
            value={one}
            aria-invalid={field === 'player1Score' || undefined}
            onType={(score) => onType({ scores: [score, two] })}
          />
          <NumberField
            {...MATCH_SCORE}
            label={match.player2?.name ?? ''}
            value={two}
            aria-invalid={field === 'player2Score' || undefined}
            onType={(score) => onType({ scores: [one, score] })}
          />
        </div>
      )}
      <SelectField
        label="How it was decided"
        value={typed.way}
        options={waysFor(match)}
        onChange={(event) => onType({ way: event.target.value as Way })}
      />
    </>
  );
}
