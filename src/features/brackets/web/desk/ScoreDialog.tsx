import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useAdminMode, useIsHelper } from '#features/access/web/state.ts';
import { eventsQuery } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { clockTime } from '#platform/time.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { NumberField, SelectField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { clearScore, enterScore, forfeit, Match } from '../../contract.ts';
import { MATCH_SCORE } from '../../engine/results.ts';
import type { Outcome as Decided } from '../../engine/state.ts';
import { entryWords } from '../../rules/bracket.ts';
import { matchSentence } from '../parts/sentence.ts';
import { entriesQuery, matchesQuery } from '../queries.ts';
import { HeatSeats } from './HeatSeats.tsx';
import { outcomeOf, type Typed, typedFor, type Way, waysFor, winnerWords } from './outcome.ts';

const FAILED = 'Failed to update score. Please try again.';

type Outcome = Decided | { kind: 'clear' };

type ResultChange = {
  outcome: Outcome;
  /** Also clears the results that depend on it. */
  cascade: boolean;
  /** The match's revision, as the organiser saw it. */
  expectedRevision: number;
};

function changeResult(match: Match, { outcome, ...body }: ResultChange) {
  const params = { id: match.id };
  if (outcome.kind === 'clear') return request<typeof clearScore>('DELETE /api/matches/{id}/score', { params, body });
  if (outcome.kind === 'score') {
    const [player1Score, player2Score] = outcome.scores;
    return request<typeof enterScore>('PATCH /api/matches/{id}/score', {
      params,
      body: { player1Score, player2Score, ...body },
    });
  }
  if (outcome.kind === 'winner')
    return request<typeof enterScore>('PATCH /api/matches/{id}/score', {
      params,
      body: { winner: outcome.winner, ...body },
    });
  if (outcome.kind === 'places') {
    const places = match.players.flatMap(({ id }, slot) => {
      const place = outcome.places[slot] ?? 0;
      return place === 0 ? [] : [{ id, place, score: outcome.scores?.[slot] ?? null }];
    });
    return request<typeof enterScore>('PATCH /api/matches/{id}/score', { params, body: { places, ...body } });
  }
  const { player, kind } = outcome;
  return request<typeof forfeit>('POST /api/matches/{id}/forfeit', {
    params,
    body: { player, disqualify: kind === 'disqualification', ...body },
  });
}

const actOf = ({ kind }: Outcome) => (kind === 'clear' ? 'clear' : 'save');

/**
 * Saves an organiser's decision about a match. `shown` is the match as opened; after a conflict it is the present one,
 * and the next save uses its revision.
 */
function useResultChange(
  match: Match,
  title: string,
  { onSaved, onUndo, onClose }: Pick<ScoreDialogProps, 'onSaved' | 'onUndo' | 'onClose'>,
) {
  const client = useQueryClient();
  const { close, showErrorIfClosed, showFailure } = useDialogWrite(title, onClose);
  const [seen, setSeen] = useState<Match | null>(match);
  const shown = seen ?? match;
  /** A refused act and the ids of the dependent matches; repeating the act clears them. */
  const [refused, setRefused] = useState<{ act: 'save' | 'clear'; ids: readonly string[] } | null>(null);
  const act = useAct((change: ResultChange) => changeResult(match, change), {
    fails: FAILED,
    inForm: true,
    busy: 'The result is being saved.',
    done: (saved) => {
      showToast({
        title: 'Score saved',
        description: matchSentence(title, saved),
        action: { label: 'Undo', altText: 'Press Undo last result', onPress: () => onUndo(saved.revision) },
      });
      onSaved(saved);
      close();
    },
    failed: (failed, { outcome }) => {
      if (failed instanceof ApiError && failed.code === 'RESULT_USED') {
        showErrorIfClosed(failed, FAILED);
        return setRefused({ act: actOf(outcome), ids: failed.clears });
      }
      showFailure(failed, FAILED);
      setRefused(null);
      if (!(failed instanceof ApiError) || failed.code === undefined) return;
      // Whatever the reason, the screen may be stale.
      void client.invalidateQueries(matchesQuery(match.eventId));
      if (failed.code === 'CHANGED_MEANWHILE') setSeen(null);
      // The whole event may be deleted: then the desk closes, and the list says so.
      if (failed.code === 'NOT_FOUND') void client.invalidateQueries(eventsQuery);
    },
  });
  const save = (outcome: Outcome) => {
    const cascade = refused?.act === actOf(outcome);
    act.run({ outcome, cascade, expectedRevision: shown.revision });
  };
  return {
    shown,
    message: act.problem ?? '',
    field: act.error instanceof ApiError ? act.error.field : undefined,
    refused,
    busy: act.busy,
    save,
    /** The input changed, so earlier messages no longer apply. */
    rethink: () => {
      setRefused(null);
      act.reset();
    },
  };
}

type ClearedListProps = { matches: readonly Match[]; titles: ReadonlyMap<string, string> };

const BOX =
  'grid max-h-48 gap-1 overflow-y-auto overscroll-contain rounded-[0.625rem] border border-line bg-deep px-3.5 py-2.5 [overflow-wrap:anywhere]';

/** Lists every result that a correction would clear. */
function ClearedList({ matches, titles }: ClearedListProps) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <p id={id} role="alert" className="font-semibold text-coral">
        Later matches depend on it. Changing it clears{' '}
        {matches.length === 1 ? 'this result' : `these ${matches.length} results`}:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
      <ul aria-labelledby={id} tabIndex={0} className={BOX}>
        {matches.map((match) => (
          <li key={match.id}>{matchSentence(titles.get(match.id) ?? match.label, match)}</li>
        ))}
      </ul>
    </div>
  );
}

/** Who entered, cleared and took back what of a match, newest first. */
function MatchHistory({ match, zone }: { match: Match; zone: string }) {
  const { on, desk } = useAdminMode();
  const { data } = useQuery({ ...entriesQuery(match.id, match.revision), enabled: on || desk !== null });
  if (data === undefined || data.length === 0) return null;
  return (
    <ul aria-label="Who entered it" className="grid gap-0.5 border-t border-line pt-3 text-sm text-mute">
      {data.map((entry) => (
        <li key={`${entry.at} ${entry.what}`} className="[overflow-wrap:anywhere]">
          {isolated(entryWords(entry))}, <time dateTime={entry.at}>{clockTime(entry.at, zone)}</time>
        </li>
      ))}
    </ul>
  );
}

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
  /** Takes back the result with which the bracket got this revision. */
  onUndo: (revision: number) => void;
};

const CLEAR = { kind: 'clear' } as const;

/** Enters or corrects a result; lists what a correction would clear and asks for confirmation. */
export function ScoreDialog({ match, title, matches, titles, zone, way, onClose, onUndo, onSaved }: ScoreDialogProps) {
  const isHelper = useIsHelper();
  const formId = useId();
  const { shown, message, field, refused, busy, save, rethink } = useResultChange(match, title, {
    onSaved,
    onUndo,
    onClose,
  });
  const [typed, setTyped] = useState<Typed>(() =>
    way ? { ...typedFor(match), way, scores: ['', ''] } : typedFor(match),
  );
  const open = shown.status === 'ready' || shown.status === 'done';
  const outcome = outcomeOf(match, typed);
  const type = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    rethink();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typeof outcome !== 'string' && busy === undefined) save(outcome);
  };
  const refusedAct = refused?.act;
  const cleared = matches.filter(({ id }) => refused?.ids.includes(id));
  const disabledReason = busy ?? (typeof outcome === 'string' ? outcome : undefined);
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
            <Button onClick={() => save(CLEAR)} disabledReason={busy}>
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
              {busy !== undefined ? 'Saving...' : refusedAct === 'save' ? 'Clear and save' : 'Save Result'}
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
  if (match.bracket === 'heat')
    return <HeatSeats match={match} seats={typed.seats} onType={(seats) => onType({ seats })} />;
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
