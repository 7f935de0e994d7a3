import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { shownMatches } from '#testing/shown-bracket.ts';
import { matchesQuery, showWritten } from './queries.ts';

it('shows the bracket that a write returned, but not in place of a later one that the page has by now', () => {
  const players = ['Priya', 'Marcus', 'Lena', 'Jo'];
  const [drawn, written, later] = [[], [win('W1-1', 1)], [win('W1-1', 1), win('W1-2', 1)]].map((entries) =>
    shownMatches(players, entries),
  );
  if (!drawn || !written || !later) throw new Error('three brackets');
  const client = new QueryClient();
  const shown = () => client.getQueryData(matchesQuery('catan').queryKey);
  for (const [before, after] of [
    [undefined, written],
    [drawn, written],
    [later, later],
  ]) {
    client.setQueryData(matchesQuery('catan').queryKey, before);
    showWritten(client, 'catan', written);
    expect(shown()).toEqual(after);
    client.clear();
  }
});
