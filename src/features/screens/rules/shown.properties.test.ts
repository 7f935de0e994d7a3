import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ScreenPage } from '../contract.ts';
import { type Facts, pageAt, partAt } from './shown.ts';

const page = fc.record({
  kind: fc.constantFrom<ScreenPage['kind']>('now-here', 'standings', 'messages', 'app'),
  seconds: fc.integer({ min: 5, max: 600 }),
});
const pages = fc.array(page, { minLength: 1, maxLength: 12 });
const start = fc.integer({ min: Date.parse('2025-11-13T00:00:00Z'), max: Date.parse('2025-11-17T00:00:00Z') });
const silent = fc.subarray<ScreenPage['kind']>(['now-here', 'standings', 'messages', 'app']);
const factsOf = (skipped: readonly string[]): Facts => ({
  hasUrgent: false,
  says: ({ kind }) => !skipped.includes(kind),
});

it('shows every page that has something to say for its seconds, in order, and no other', () => {
  fc.assert(
    fc.property(pages, start, silent, (list, at, skipped) => {
      const facts = factsOf(skipped);
      const speaking = list.filter((one) => facts.says(one, false));
      const shownAt = (moment: number) => pageAt({ pages: list, now: null }, moment, facts);
      const first = shownAt(at);
      if (first.kind !== 'page') {
        expect([first.kind, speaking]).toEqual(['calm', []]);
        return;
      }
      let moment = at - first.since;
      const from = speaking.indexOf(first.page);
      for (let step = 0; step <= speaking.length; step += 1) {
        const page = speaking[(from + step) % speaking.length];
        const ms = (page?.seconds ?? 0) * 1000;
        expect(shownAt(moment)).toMatchObject({ kind: 'page', page, since: 0 });
        expect(shownAt(moment + ms - 1)).toMatchObject({ page, since: ms - 1 });
        moment += ms;
      }
    }),
  );
});

it('shows what an organiser asked for while that has something to say, else the playlist', () => {
  fc.assert(
    fc.property(pages, start, silent, page, (list, at, skipped, asked) => {
      const facts = factsOf(skipped);
      const shown = pageAt({ pages: list, now: asked }, at, facts);
      if (facts.says(asked, true)) expect(shown).toMatchObject({ kind: 'page', page: asked });
      else expect(shown).toEqual(pageAt({ pages: list, now: null }, at, facts));
    }),
  );
});

it('asks a page that an organiser shows as one that was asked for', () => {
  const ceremony: ScreenPage = { kind: 'ceremony', seconds: 20 };
  const facts: Facts = { hasUrgent: false, says: (_, isAsked) => isAsked };
  expect(pageAt({ pages: [ceremony], now: null }, 0, facts)).toEqual({ kind: 'calm' });
  expect(pageAt({ pages: [ceremony], now: ceremony }, 0, facts)).toMatchObject({ page: ceremony });
});

it('shows urgent messages whatever else is to be shown', () => {
  fc.assert(
    fc.property(pages, start, page, (list, at, asked) => {
      const facts: Facts = { hasUrgent: true, says: () => true };
      expect(pageAt({ pages: list, now: asked }, at, facts)).toEqual({ kind: 'urgent' });
    }),
  );
});

it('shows each part of a page before any comes again, for at least five seconds', () => {
  fc.assert(
    fc.property(page, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 }), (one, parts, turn) => {
      const seen: { part: number; seconds: number }[] = [];
      for (let second = 0; second <= parts * one.seconds; second += 1) {
        const at = (turn * one.seconds + second) * 1000;
        const shown = pageAt({ pages: [one], now: null }, at, factsOf([]));
        if (shown.kind !== 'page') throw new Error('no page');
        const part = partAt(parts, shown);
        const last = seen.at(-1);
        if (last?.part === part) last.seconds += 1;
        else seen.push({ part, seconds: 1 });
      }
      const turns = seen.slice(0, parts);
      expect(new Set(turns.map((one) => one.part)).size).toBe(parts);
      expect(Math.min(...turns.map(({ seconds }) => seconds))).toBeGreaterThanOrEqual(5);
    }),
    { numRuns: 40 },
  );
});
