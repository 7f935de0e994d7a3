import { useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf } from '#features/events/rules/clock.ts';
import { useAllEvents } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { parseZoned, tickerTime, zonedInput } from '#platform/time.ts';
import { now } from '#platform/web/clock.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { isTooShort, latestEnd, suggestedEnd, whyNotEnd } from '../../rules.ts';

/**
 * The field for the end of a link. `endsAt` is undefined as long as it says what is suggested: the link then follows its event.
 * `present` is what the link has now.
 */
export function useUntil(event: FestivalEvent | undefined, zone: string, present?: string) {
  const { data: events = [] } = useAllEvents();
  const festival = { lastDay: useFestival().lastDay, timeZone: zone };
  const [at] = useState(() => new Date(now()));
  const lastStart = events.map(({ startTime }) => startTime).sort();
  const suggested = suggestedEnd(event ?? null, at, festival, lastStart.at(-1) ?? null);
  const preset = zonedInput(present !== undefined && present > suggested ? present : suggested, zone);
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? preset;
  const parsed = parseZoned(value, zone);
  const iso = 'iso' in parsed ? parsed.iso : null;
  const isSuggested = value === zonedInput(suggested, zone);
  const refusal = (end: string) => whyNotEnd(end, at, latestEnd(at, festival, lastStart.at(-1) ?? null))?.message;
  const problem = 'iso' in parsed ? (isSuggested ? undefined : refusal(parsed.iso)) : `The end ${parsed.problem}.`;
  const follows = isSuggested && event !== undefined ? 'Two hours after the event, also when it moves.' : undefined;
  const warning =
    iso !== null && event !== undefined && isTooShort(iso, event) ? tooShortWords(event, zone) : undefined;
  return {
    problem,
    endsAt: isSuggested ? undefined : (iso ?? undefined),
    field: (
      <TextField
        label="Until"
        type="datetime-local"
        value={value}
        onChange={({ target }) => setTyped(target.value)}
        error={problem}
        hint={warning === undefined ? follows : <span className="font-semibold text-sun">{warning}</span>}
      />
    ),
  };
}

const tooShortWords = (event: FestivalEvent, zone: string): string =>
  `The link ends before the event: ${isolated(event.title)} goes on until ${tickerTime(new Date(endOf(event)).toISOString(), zone)}.`;
