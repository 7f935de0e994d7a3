import { useQuery, useQueryClient } from '@tanstack/react-query';
import MonitorUp from 'lucide-react/icons/monitor-up';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { codeQuery, namedQuery, screenQuery } from './queries.ts';
import './naming.css';

/** On a computer without a name: shows a code by which an organiser makes it a named screen. */
export function NameThisScreen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="ghost" size="icon" aria-label="Make this a named screen" onClick={() => setOpen(true)}>
        <MonitorUp aria-hidden="true" />
      </Button>
      {isOpen && (
        <section role="dialog" aria-modal="true" aria-label="Make this a named screen" className="wall-naming">
          <h2 className="pixel-title">Make this a named screen</h2>
          <Code />
          <Button autoFocus onClick={() => setOpen(false)}>
            Close
          </Button>
        </section>
      )}
    </>
  );
}

/** At the address of a screen that does not exist, or no more. */
export const NoSuchScreen = ({ name }: { name: string }) => (
  <section className="wall-naming">
    <h1 className="pixel-title">No screen {name}</h1>
    <p>There is no screen of this name, or it was removed.</p>
    <Code current={name} />
    <Link to="/display" className={buttonClass()}>
      Show a leaderboard
    </Link>
  </section>
);

/** Shows the code until an organiser has named the screen; then opens that screen. */
function Code({ current }: { current?: string }) {
  const { data, isError } = useQuery(codeQuery);
  if (data === undefined)
    return <p role="status">{isError ? 'No code yet. It comes when the server answers.' : 'A code is coming…'}</p>;
  return (
    <>
      <p role="status" className="wall-code" aria-label={`Code: ${[...data.code].join(' ')}`}>
        {data.code}
      </p>
      <p>An organiser types this code in Set up, Screens. Then this screen starts by itself.</p>
      <Named key={data.code} code={data.code} current={current} />
    </>
  );
}

function Named({ code, current }: { code: string; current: string | undefined }) {
  const { data } = useQuery(namedQuery(code));
  const client = useQueryClient();
  const name = data?.name ?? null;
  useEffect(() => {
    if (name === null) return;
    if (name === current) void client.invalidateQueries(screenQuery(name));
    else navigate(`/display/${name}`, { replace: true });
  }, [name, current, client]);
  return null;
}
