/** What the rehearsal saw, by festival hour. */
import type { Hour } from './timetable.ts';

export type Kind = 'page' | 'read' | 'write';

export type Seen = {
  readonly hour: Hour;
  readonly ms: Record<Kind, number[]>;
  /** Places taken and given back by visitors. */
  taken: number;
  givenBack: number;
  /** At the end of the hour. */
  places: number;
  waiting: number;
  /** Resident set in MB; NaN where the machine does not tell. */
  memory: number;
};

/** How often a code was the answer, and what the first of them said. */
export type Refused = { readonly count: number; readonly message: string };

export type FestivalRecord = ReturnType<typeof newRecord>;

export function newRecord() {
  const hours: Seen[] = [];
  const refused = { visitors: new Map<string, Refused>(), organisers: new Map<string, Refused>() };
  const notes: { readonly when: string; readonly what: string }[] = [];
  const counts = { requests: 0, lost: 0, repeated: 0, messages: 0 };
  const unexpected: string[] = [];
  let onWrite: (() => void) | null = null;
  const last = (): Seen => {
    const seen = hours.at(-1);
    if (seen === undefined) throw new Error('no hour has begun');
    return seen;
  };
  return {
    hours,
    refused,
    notes,
    counts,
    /** Answers that nobody should get. */
    unexpected,
    begin(hour: Hour): void {
      hours.push({
        hour,
        ms: { page: [], read: [], write: [] },
        ...{ taken: 0, givenBack: 0, places: 0, waiting: 0, memory: Number.NaN },
      });
    },
    /** Counts a place or a waiting entry that was acknowledged. */
    acknowledge(state: 'placed' | 'waiting'): void {
      if (state === 'placed') last().taken += 1;
      onWrite?.();
    },
    /** Resolves at the next acknowledged write, before anything else is sent. */
    nextWrite: () =>
      new Promise<void>((resolve) => {
        onWrite = () => {
          onWrite = null;
          resolve();
        };
      }),
    /** The hour that is being played. */
    now: last,
    refuse(by: keyof typeof refused, code: string, message: string): void {
      const before = refused[by].get(code) ?? { count: 0, message };
      refused[by].set(code, { ...before, count: before.count + 1 });
    },
    note(what: string): void {
      notes.push({ when: last().hour.name, what });
    },
  };
}
