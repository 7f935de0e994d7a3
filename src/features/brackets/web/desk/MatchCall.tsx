import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { guarded, sayUnlessLocked } from '#features/access/web/state.ts';
import { isolated } from '#platform/names.ts';
import { now } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import type { EventCalls, Match } from '../../contract.ts';
import { atTable, TIME_TO_COME, timeLeft } from '../../rules/tables.ts';
import { callMatchMutation, callsQuery, matchesQuery } from '../queries.ts';
import type { Way } from './outcome.ts';

const ROW = 'match-call flex flex-wrap items-center gap-2 px-1 pt-1.5 pb-2';

type MatchCallProps = { match: Match; calls: EventCalls; onForfeit: (way: Way) => void };

/** Below a ready match: calls it to a table, or shows who has seen the call and how much time is left. */
export function MatchCall({ match, calls, onForfeit }: MatchCallProps) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    ...callMatchMutation,
    onError: sayUnlessLocked('The match could not be called. Please try again.'),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(callsQuery(match.eventId)),
        client.invalidateQueries(matchesQuery(match.eventId)),
      ]),
  });
  const send = (table: string | null) => guarded(() => mutateAsync({ id: match.id, table }));
  const asked = calls.matches.find(({ id }) => id === match.id);
  if (calls.tables.length === 0 || asked === undefined) return null;
  const waits = isPending ? 'It is being sent.' : undefined;
  const { call, table, whyNot } = asked;
  if (call !== null)
    return <Called match={match} call={call} waits={waits} onUndo={() => send(null)} onForfeit={onForfeit} />;
  if (whyNot !== null || table === null) return <p className={`${ROW} text-mute`}>{whyNot}</p>;
  const others = calls.tables.filter(({ name, reason, by }) => reason === null && by === null && name !== table);
  const choices = others.map(({ name }) => ({ value: name, label: atTable(name, true) }));
  return (
    <div className={ROW}>
      <Button tone="sea" disabledReason={waits} onClick={() => send(table)}>
        Call to {atTable(table)}
      </Button>
      {others.length > 0 && (
        <SelectField
          quietLabel
          label="Call to another table"
          value=""
          onChange={({ target }) => send(target.value)}
          options={[{ value: '', label: 'Other...' }, ...choices]}
        />
      )}
    </div>
  );
}

type CalledProps = {
  match: Match;
  call: NonNullable<EventCalls['matches'][number]['call']>;
  waits: string | undefined;
  onUndo: () => void;
  onForfeit: (way: Way) => void;
};

function Called({ match, call, waits, onUndo, onForfeit }: CalledProps) {
  const at = useSeconds();
  const isOver = at >= Date.parse(call.calledAt) + TIME_TO_COME;
  const players = [match.player1, match.player2].filter((player) => player !== null);
  const [one, two] = players.map(({ id }) => call.seenBy.includes(id));
  // When both have seen it they may be playing, so nobody's forfeit is filled in.
  const isMissed = !(one && two);
  return (
    <div className={ROW}>
      <div className="min-w-0 grow [overflow-wrap:anywhere]">
        <strong className="font-semibold">{atTable(call.table, true)}</strong>{' '}
        <span role="timer" className={isOver && isMissed ? 'font-semibold text-coral' : 'text-mute'}>
          {isOver ? 'five minutes are over' : `${timeLeft(call.calledAt, at)} left`}
        </span>
        {players.map(({ id, name }) => (
          <p key={id} className="text-mute">
            {call.seenBy.includes(id) ? `✓ ${isolated(name)} has seen it` : `${isolated(name)} has not seen it yet`}
          </p>
        ))}
      </div>
      {isOver && (
        <Button
          tone={isMissed ? 'danger' : 'ghost'}
          onClick={() => onForfeit(one ? (two ? 'played' : 'forfeit-2') : two ? 'forfeit-1' : 'forfeit-both')}
        >
          Forfeit...
        </Button>
      )}
      <Button disabledReason={waits} onClick={onUndo}>
        Undo call
      </Button>
    </div>
  );
}

/** Returns the festival's time in milliseconds, each second. */
function useSeconds(): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return at;
}
