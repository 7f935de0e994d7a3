import { navigate } from 'wouter/use-browser-location';

/** Changes parts of the page's query; null removes a key. */
export const changeQuery = (changes: Record<string, string | null>, how: { replace: boolean }): void => {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  // What the page knows of where it was opened from stays with its address.
  const state = how.replace ? history.state : null;
  navigate(query.size === 0 ? location.pathname : `${location.pathname}?${query}`, { ...how, state });
};
