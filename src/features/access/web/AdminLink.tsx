import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useState } from 'react';
import { call, sentenceOf } from '#platform/web/api.ts';
import type { openLink } from '../contract.ts';
import { unlocked } from './state.ts';

/** The token behind the # of this address, which then no longer holds it: not in the bar, and not in the history. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('link');
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/** Opens admin mode for who came by a one-time link (`npm run admin-link`); says why where it does not. */
export function AdminLink() {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const open = async () => {
      const token = takeToken();
      if (token === null) return;
      setProblem('');
      try {
        await call<typeof openLink>('POST /api/admin/link', { body: { token } });
        unlocked();
      } catch (error) {
        setProblem(sentenceOf(error, 'The link could not be opened: the connection dropped. Open it again.'));
      }
    };
    void open();
    // A link pasted over this page's own address loads nothing anew.
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  if (problem === '') return null;
  return (
    <p
      role="alert"
      className="flex items-center gap-2.5 rounded-2xl border border-coral/60 bg-coral/10 p-4 font-semibold text-pretty"
    >
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-coral" />
      {problem}
    </p>
  );
}
