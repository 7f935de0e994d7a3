/** The kind of unsent taps, and the scanned code's token, kept out of the address bar, where it could be photographed, shared or saved. */
import { useEffect, useState } from 'react';

/** The kind of the door's unsent writes. */
export const TAP = 'tap';

const KEY = 'check-in token';

/** Session storage, so that reload and Back work; may be forbidden. */
const kept = (): string | null => {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
};

const keep = (token: string): void => {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Then it holds until the page is left.
  }
};

function takeToken(): string | null {
  const query = new URLSearchParams(location.search);
  const token = query.get('token')?.trim();
  if (token === undefined) return kept();
  keep(token);
  query.delete('token');
  const rest = query.size === 0 ? '' : `?${query}`;
  history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`);
  return token;
}

/** Undefined on the server and while hydrating, then the token; '' without one. */
export function useToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => setToken((known) => known ?? takeToken() ?? ''), []);
  return token;
}
