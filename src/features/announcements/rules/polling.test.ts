import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMessage } from '#testing/discord.ts';
import { isFinal, isStale, mayAsk, problemOf, type Reply, type StoredBoard, waitSeconds } from './polling.ts';

const START = Date.parse('2025-11-14T12:00:00.000Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const stored = (said: Partial<StoredBoard> = {}): StoredBoard => ({
  askedAt: at(0),
  askedBeforeAt: null,
  waitUntil: null,
  failedAt: null,
  fetchedAt: at(0),
  list: '[]',
  ...said,
});

it.each<[string, StoredBoard | null, number, boolean]>([
  ['never asked', null, 0, true],
  ['just asked', stored(), 1, false],
  ['half a minute later', stored(), 30, true],
  ['a third time within the minute', stored({ askedBeforeAt: at(-30) }), 30, false],
  ['a third time after the minute', stored({ askedBeforeAt: at(-30) }), 31, true],
  ['while Discord asks to wait', stored({ waitUntil: at(120) }), 119, false],
  ['after the wait Discord asked for', stored({ waitUntil: at(120) }), 120, true],
  ['a little ahead on another instance', stored({ askedAt: at(2) }), 0, false],
  ['with a clock that was a year ahead', stored({ askedAt: at(31_536_000), askedBeforeAt: at(31_535_970) }), 0, true],
  ['told to wait by such a clock', stored({ waitUntil: at(31_536_000) }), 60, true],
])('asks %s: %#', (_, before, seconds, expected) => expect(mayAsk(before, at(seconds))).toBe(expected));

it('allows at most two requests in any minute, whenever it is called', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (pauses) => {
      let state: StoredBoard | null = null;
      let now = 0;
      const asks: number[] = [];
      for (const pause of pauses) {
        now += pause / 1000;
        if (!mayAsk(state, at(now))) continue;
        asks.push(now);
        state = stored({ askedAt: at(now), askedBeforeAt: state?.askedAt ?? null });
      }
      for (const [index, ask] of asks.entries()) expect((asks[index + 2] ?? Infinity) - ask).toBeGreaterThan(60);
    }),
  );
});

it.each<[(string | null)[], number]>([
  [['120'], 120],
  [['1.5', '64.57'], 64.57],
  [[null, '3'], 3],
  [['0'], 0],
  [['Wed, 21 Oct 2026 07:28:00 GMT'], 60],
  [[], 60],
  [[null, ''], 60],
  [['-5'], 60],
  [['999999999'], 86_400],
  [['Infinity'], 86_400],
])('waits for %j: %d s', (said, seconds) => expect(waitSeconds(said)).toBe(seconds));

it.each<[string, Partial<StoredBoard>, number, boolean]>([
  ['just read', {}, 1, false],
  ['read a minute ago', {}, 60, false],
  ['read long ago', {}, 90, true],
  ['followed by a failure', { failedAt: at(30) }, 31, true],
  ['read after a failure', { failedAt: at(-30) }, 1, false],
  ['never read', { fetchedAt: null, list: null, failedAt: at(0) }, 900, false],
])('is stale when %s: %#', (_, said, seconds, expected) => expect(isStale(stored(said), at(seconds))).toBe(expected));

describe('the message for organisers', () => {
  const replies: Reply[] = [
    { kind: 'messages', messages: [aMessage({ content: '' })] },
    { kind: 'bad-token' },
    { kind: 'no-access' },
    { kind: 'unknown-channel' },
    { kind: 'too-fast', seconds: 1.2 },
    { kind: 'unreachable', why: 'ECONNREFUSED' },
    { kind: 'failed', why: 'it answered 500' },
  ];
  it('differs for each problem, and is null without one', () => {
    const told = replies.map(problemOf);
    expect(new Set(told).size).toBe(replies.length);
    expect(told).not.toContain(null);
    expect(problemOf({ kind: 'messages', messages: [aMessage()] })).toBeNull();
    expect(problemOf({ kind: 'messages', messages: [] })).toBeNull();
  });
  it('asking stops only for a bad token and for no access', () => {
    expect(replies.filter(isFinal).map(({ kind }) => kind)).toEqual(['bad-token', 'no-access']);
  });
});
