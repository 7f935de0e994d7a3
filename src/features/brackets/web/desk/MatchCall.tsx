import { useQueryClient } from '@tanstack/react-query';
import { type Act, ActButton, useAct } from '#features/access/web/act.tsx';
import { isolated } from '#platform/names.ts';
import { request as send } from '#platform/web/api.ts';
import { useSeconds } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import type { callMatch, endCall, Match } from '../../contract.ts';
import type { EventCalls } from '../../rules/shapes.ts';
import { atTable, TIME_TO_COME, timeLeft } from '../../rules/tables.ts';
import { callsQuery, matchesQuery } from '../queries.ts';
import type { Way } from './outcome.ts';

const ROW = 'match-call flex flex-wrap items-center gap-2 px-3.5 pt-0.5 pb-2';

type MatchCallProps = { match: Match; calls: EventCalls; onForfeit: (way: Way) => void };

/** Calls a match to a table, or undoes its call with null. */
async function sendCall(id: string, table: string | null): Promise<void> {
  const params = { id };
  if (table === null) await send<typeof endCall>('DELETE /api/matches/{id}/call', { params });
  else await send<typeof callMatch>('PUT /api/matches/{id}/call', { params, body: { table } });
}

/** Below a ready match: calls it to a table, or shows who has seen the call and how much time is left. */
export function MatchCall({ match, calls, onForfeit }: MatchCallProps) {
  const client = useQueryClient();
  const act = useAct((table: string | null) => sendCall(match.id, table), {
    fails: 'The match could not be called. Please try again.',
    settled: () =>
      Promise.all([
        client.invalidateQueries(callsQuery(match.eventId)),
        client.invalidateQueries(matchesQuery(match.eventId)),
      ]),
  });
  const asked = calls.matches.find(({ id }) => id === match.id);
  if (calls.tables.length === 0 || asked === undefined) return null;
  const { call, table, whyNot } = asked;
  if (call !== null) return <Called match={match} call={call} act={act} onForfeit={onForfeit} />;
  if (whyNot !== null || table === null) return <p className={`${ROW} text-mute`}>{whyNot}</p>;
  const others = calls.tables.filter(({ name, reason, by }) => reason === null && by === null && name !== table);
  const choices = others.map(({ name }) => ({ value: name, label: atTable(name, true) }));
  return (
    <div className={ROW}>
      <ActButton act={act} of={table} tone="sea">
        Call to {atTable(table)}
      </ActButton>
      {others.length > 0 && (
        <SelectField
          quietLabel
          label="Call to another table"
          value=""
          onChange={({ target }) => act.run(target.value)}
          options={[{ value: '', label: 'Other...' }, ...choices]}
        />
      )}
    </div>
  );
}

type CalledProps = {
  match: Match;
  call: NonNullable<EventCalls['matches'][number]['call']>;
  act: Act<string | null>;
  onForfeit: (way: Way) => void;
};

function Called({ match, call, act, onForfeit }: CalledProps) {
  const at = useSeconds();
  const isOver = at >= Date.parse(call.calledAt) + TIME_TO_COME;
  const { players } = match;
  const [one, two] = players.map(({ id }) => call.seenBy.includes(id));
  // When all have seen it they may be playing, so nobody's forfeit is filled in.
  const isMissed = !players.every(({ id }) => call.seenBy.includes(id));
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
      {isOver && match.bracket !== 'heat' && (
        <Button
          tone={isMissed ? 'danger' : 'ghost'}
          onClick={() => onForfeit(one ? (two ? 'played' : 'forfeit-2') : two ? 'forfeit-1' : 'forfeit-both')}
        >
          Forfeit...
        </Button>
      )}
      <ActButton act={act} of={null}>
        Undo call
      </ActButton>
    </div>
  );
}
