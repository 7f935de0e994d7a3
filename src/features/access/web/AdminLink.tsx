import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useState } from 'react';
import { request, requireCookies, sentenceOf } from '#platform/web/api.ts';
import { NoConnection } from '#platform/web/connection.ts';
import type { nameSession, openLink } from '../contract.ts';
import { rememberedName, unlocked } from './state.ts';

const DROPPED = 'The link could not be opened: the connection dropped. Open it again.';

/** Returns the token after the # and removes it from the address bar and the history. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('link');
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/** A link carries no name. Where it cannot be sent, the session's changes have none. */
function nameLinkSession(): void {
  const name = rememberedName();
  if (name !== '')
    void request<typeof nameSession>('PUT /api/admin/session', { body: { name } }).catch(() => undefined);
}

/** Opens admin mode with a one-time link (`npm run admin-link`), or says why it cannot. */
export function AdminLink() {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const open = async () => {
      const token = takeToken();
      if (token === null) return;
      setProblem('');
      try {
        requireCookies();
        await request<typeof openLink>('POST /api/admin/link', { body: { token } });
        unlocked();
        nameLinkSession();
      } catch (error) {
        setProblem(error instanceof NoConnection ? DROPPED : sentenceOf(error, DROPPED));
      }
    };
    void open();
    // Pasting a link over this page's own address does not load the page again.
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
