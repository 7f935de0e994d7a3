import { useQuery, useQueryClient } from '@tanstack/react-query';
import MonitorUp from 'lucide-react/icons/monitor-up';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { sentenceOf } from '#platform/web/api.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { codeQuery, namedQuery, screenQuery, storeToken } from './queries.ts';

const NAMING =
  'fixed inset-0 z-50 grid place-content-center justify-items-center gap-[max(1rem,3vh)] bg-night p-4 text-center text-[max(1.125rem,2.6vh)]';

/** On a computer without a name: shows a code by which an organiser makes it a named screen. */
export function NameThisScreen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="ghost" size="icon" aria-label="Make this a named screen" onClick={() => setOpen(true)}>
        <MonitorUp aria-hidden="true" />
      </Button>
      {isOpen && (
        <section role="dialog" aria-modal="true" aria-label="Make this a named screen" className={NAMING}>
          <h2 className="pixel-title text-[max(2.25rem,7vmin)]">Make this a named screen</h2>
          <Code />
          <Button autoFocus className="text-[1em]" onClick={() => setOpen(false)}>
            Close
          </Button>
        </section>
      )}
    </>
  );
}

/** At the address of a screen that does not exist, or no more. */
export const NoSuchScreen = ({ name }: { name: string }) => (
  <section className={NAMING}>
    <h1 className="pixel-title text-[max(2.25rem,7vmin)]">No screen {name}</h1>
    <p>There is no screen of this name, or it was removed.</p>
    <Code current={name} />
    <Link to="/display" className={`${buttonClass()} text-[1em]`}>
      Show a leaderboard
    </Link>
  </section>
);

/** Shows the code until an organiser has named the screen; then opens that screen. */
function Code({ current }: { current?: string }) {
  const { data, error } = useQuery(codeQuery);
  if (data === undefined) {
    // At another address than PUBLIC_URL the refusal says which.
    const why =
      error === null ? 'A code is coming…' : sentenceOf(error, 'No code yet. It comes when the server answers.');
    return <p role="status">{why}</p>;
  }
  return (
    <>
      <p
        role="status"
        className="wall-code font-semibold text-[max(5rem,22vmin)] leading-[0.9] tracking-[0.08em] text-sun"
        aria-label={`Code: ${[...data.code].join(' ')}`}
      >
        {data.code}
      </p>
      <p>An organiser types this code in the tab Screens. Then this screen starts by itself.</p>
      <Named key={data.code} {...data} current={current} />
    </>
  );
}

function Named({ code, token, current }: { code: string; token: string; current: string | undefined }) {
  const { data } = useQuery(namedQuery(code));
  const client = useQueryClient();
  const name = data?.name ?? null;
  useEffect(() => {
    if (name === null) return;
    storeToken(token);
    if (name === current) void client.invalidateQueries(screenQuery(name));
    else navigate(`/display/${name}`, { replace: true });
  }, [name, token, current, client]);
  return null;
}
