import { navigate } from 'wouter/use-browser-location';

export const changeQuery = (changes: Record<string, string | null>, how: { replace: boolean }): void => {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  // The state, which says where the page was opened from, belongs to the address.
  const state = how.replace ? history.state : null;
  navigate(query.size === 0 ? location.pathname : `${location.pathname}?${query}`, { ...how, state });
};
