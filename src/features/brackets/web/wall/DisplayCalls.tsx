import { counted } from '#platform/numbers.ts';
import { useNow } from '#platform/web/now.tsx';
import type { Match } from '../../contract.ts';
import { atTable } from '../../rules/called.ts';

const SHOWN = 6;

const byTable = new Intl.Collator('en', { numeric: true }).compare;

/** Who is called to which table: of the newest calls, by table. */
export function DisplayCalls({ matches }: { matches: readonly Match[] }) {
  const now = Date.parse(useNow());
  const called = matches
    .flatMap(({ call, ...match }) => (call === null ? [] : { ...match, ...call }))
    .toSorted((one, other) => (one.calledAt < other.calledAt ? 1 : -1));
  if (called.length === 0) return null;
  const shown = called.slice(0, SHOWN).toSorted((one, other) => byTable(one.table, other.table));
  return (
    <ul aria-label="Called to a table" className="display-calls">
      {shown.map(({ id, table, calledAt, player1, player2 }) => {
        const minutes = Math.floor((now - Date.parse(calledAt)) / 60_000);
        return (
          <li key={id}>
            <strong>{atTable(table, true)}</strong>
            <span>{player1?.name}</span>
            <span>against {player2?.name}</span>
            <small>{minutes < 1 ? 'now' : `called ${minutes} min ago`}</small>
          </li>
        );
      })}
      {called.length > SHOWN && <li>{counted(called.length - SHOWN, 'more match', 'more matches')} at tables</li>}
    </ul>
  );
}
