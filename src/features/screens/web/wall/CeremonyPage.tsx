import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import type { Ceremony, CeremonyPlace } from '#features/points/contract.ts';
import { BEGUN, PODIUM } from '#features/points/limits.ts';
import { nextStep, toldPlaces } from '#features/points/rules.ts';
import { ceremonyQuery, freezeQuery, reveal } from '#features/points/web/ceremony/queries.ts';
import { FrozenNote } from '#features/points/web/FrozenNote.tsx';
import { groupBy } from '#platform/lists.ts';
import { counted, ordinal } from '#platform/numbers.ts';
import { useWakeLock } from '#platform/web/big-screen.ts';
import { now } from '#platform/web/clock.tsx';
import { connectedNow, NoConnection, useConnected, whenConnected } from '#platform/web/connection.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';

type Told = Pick<Ceremony, 'to' | 'places'>;

/** The second press of a double one would tell the next place. */
const REST_MS = 1_000;

/**
 * What the big screen shows. In admin mode it has every place from the beginning on, so `advance` works without network too; the
 * server hears of it when the network is back, unless the ceremony has gone further meanwhile.
 */
function useCeremony(): Told & { readonly advance: () => void } {
  const { on } = useAdminMode();
  const client = useQueryClient();
  const { data: told } = useQuery(freezeQuery);
  const { data: whole } = useQuery({ ...ceremonyQuery, enabled: on });
  /** How far this screen went by itself. */
  const [own, setOwn] = useState<number | null>(null);
  const { mutate } = useMutation({
    mutationFn: reveal,
    onSuccess: (moved) => {
      client.setQueryData(ceremonyQuery.queryKey, moved);
      setOwn((present) => (present === moved.to ? null : present));
    },
    onError: (error) => error instanceof NoConnection || setOwn(null),
  });
  useEffect(() => {
    const settle = async () => {
      if (own === null) return;
      const { to } = await client.fetchQuery({ ...ceremonyQuery, staleTime: 0 });
      if (to !== null && to > own) mutate({ to: own, from: to });
      else setOwn(null);
    };
    // What fails is tried again at the next connection; until then the screen keeps its own step.
    return whenConnected(() => void settle().catch(() => undefined));
  }, [own, client, mutate]);

  const lastPress = useRef(0);
  const hasAll = on && whole !== undefined && whole.to !== null;
  const known = hasAll ? whole.to : (told?.to ?? null);
  const to = known === null || own === null ? known : Math.min(known, own);
  const places = hasAll ? toldPlaces(whole.places, to) : (told?.places ?? []);
  const [last, setLast] = useState<Told>({ to: null, places: [] });
  // The podium stays when the freeze has ended.
  if (to !== null && (last.to !== to || last.places.length !== places.length)) setLast({ to, places });
  const shown = to === null && last.to === PODIUM ? last : { to, places };
  return {
    ...shown,
    advance() {
      const next = hasAll && to !== null ? nextStep(whole.places, to) : null;
      const pressed = now();
      if (next === null || pressed - lastPress.current < REST_MS) return;
      lastPress.current = pressed;
      setOwn(next);
      mutate({ to: next, from: to });
    },
  };
}

/** Names of one rank that fit: on the stage, on a step of the podium, and in the list of those told before. */
const NAMED = { stage: 6, podium: 4, before: 3 };
/** The wall keeps its dusk in both themes; sizes are hundredths of its shorter side. */
const WALL =
  'ceremony isolate flex h-dvh flex-col gap-[3vmin] overflow-hidden bg-[linear-gradient(#120d33,#2a1450_60%,#5b2060)] p-[4vmin] text-[#f4efe3] scheme-dark [overflow-wrap:anywhere]';
/** The rank is said first, the names after a moment. */
const TOLD = 'motion-safe:animate-[ceremony-told_250ms_1.6s_ease-out_both]';
const STAGE = 'grid content-center justify-items-center gap-[3vmin] text-center';
const DISPLAY = 'font-display leading-[0.9] text-sun-fill';
const SENTENCE = 'text-[10vmin] leading-[1.05] font-semibold text-balance text-sun-fill';
const STEPS = ['h-[54vmin]', 'h-[36vmin]', 'h-[18vmin]'];
const NEXT_KEYS: readonly string[] = [' ', 'Enter', 'ArrowRight', 'PageDown'];

/** The ceremony on the big screen: read from ten metres, and led by an organiser's phone or, in admin mode, a tap here. */
export function CeremonyPage({ zone }: { zone: string }) {
  const { to, places, advance } = useCeremony();
  const isConnected = useConnected();
  useWakeLock();
  useEffect(() => {
    if (to === PODIUM) celebrate();
  }, [to]);
  useEffect(() => {
    const press = ({ key, repeat }: KeyboardEvent) => {
      if (NEXT_KEYS.includes(key) && !repeat) advance();
    };
    // A tap at the screen moves nothing while the organiser's phone can.
    const tap = () => connectedNow() || advance();
    addEventListener('keydown', press);
    addEventListener('click', tap);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('click', tap);
    };
  }, [advance]);
  const newest = places.filter(({ rank }) => rank === to);
  const earlier = to === PODIUM ? places.filter(({ rank }) => rank > 3) : places.filter(({ rank }) => rank !== to);
  return (
    <div className={WALL}>
      <h1 className="pixel-title text-[7vmin] leading-[0.85] text-[#ffb84d]">THE CEREMONY</h1>
      {!isConnected && (
        <p role="status" className="fixed right-[4vmin] text-[max(1.125rem,2.3vh,2.5vmin)]">
          no connection
        </p>
      )}
      <div className="grid min-h-0 flex-1 gap-[4vmin] portrait:has-[.ceremony-told]:grid-rows-[minmax(max-content,2fr)_minmax(0,1fr)] landscape:grid-rows-[minmax(0,1fr)] landscape:has-[.ceremony-told]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {to === null ? (
          <div className={STAGE}>
            <p className={SENTENCE}>Soon you will hear who won.</p>
            <div className="[&_p]:bg-[#1b123f] [&_p]:text-[max(2.3vh,3.2vmin)] [&_svg]:text-inherit">
              <FrozenNote zone={zone} />
            </div>
          </div>
        ) : to === PODIUM ? (
          <Podium places={places} />
        ) : (
          <section role="status" aria-label="Now" className={STAGE} key={to}>
            {to === BEGUN ? (
              <p className={`${SENTENCE} motion-safe:animate-[ceremony-waits_2s_ease-in-out_infinite_alternate]`}>
                And the winners are…
              </p>
            ) : (
              <>
                <p className={`${DISPLAY} text-[16vmin]`}>{ordinal(to)}</p>
                <Names places={newest} most={NAMED.stage} sizes={['text-[11vmin]', 'text-[6vmin]', 'text-[3.6vmin]']} />
                <p className={`${TOLD} text-[6vmin]`}>{counted(newest[0]?.points ?? 0, 'point')}</p>
              </>
            )}
          </section>
        )}
        {earlier.length > 0 && (
          <ol
            aria-label="Told before"
            className="ceremony-told flex min-h-0 flex-col flex-wrap gap-[1vmin] overflow-hidden text-[max(1.125rem,2.3vh,3.4vmin)] leading-[1.15]"
          >
            {[...groupBy(earlier, ({ rank }) => rank)].map(([rank, tied]) => (
              <li
                key={rank}
                className="grid w-full grid-cols-[2em_minmax(0,1fr)_auto] items-center gap-[0.5em] rounded-lg bg-[#1b123f] px-[0.6em] py-[0.35em]"
              >
                <span className={DISPLAY}>{rank}</span>
                <span>{namesOf(tied, NAMED.before).join(', ')}</span>
                <span className={DISPLAY}>{tied[0]?.points.toLocaleString('en-US')}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

/** Returns those that fit, and how many more there are. */
function namesOf(places: readonly CeremonyPlace[], most: number): string[] {
  const shown = places.slice(0, most).map(({ name }) => name);
  return places.length > most ? [...shown, `and ${places.length - most} more`] : shown;
}

/** Letters that fit in the largest of the three sizes, and in the second. */
const LETTERS = { large: 40, middle: 100 };

type NamesProps = { places: readonly CeremonyPlace[]; most: number; sizes: readonly [string, string, string] };

/** As large as all of them fit. */
function Names({ places, most, sizes: [large, middle, small] }: NamesProps) {
  const lines = namesOf(places, most);
  const letters = lines.join('').length;
  const size = lines.length <= 2 && letters <= LETTERS.large ? large : letters <= LETTERS.middle ? middle : small;
  return (
    <ul className={`${TOLD} leading-[1.1] font-semibold ${size}`}>
      {lines.map((line, index) => (
        <li key={places[index]?.id}>{line}</li>
      ))}
    </ul>
  );
}

const Podium = ({ places }: { places: readonly CeremonyPlace[] }) => (
  <ol
    aria-label="Podium"
    className="grid min-h-0 auto-cols-[minmax(0,1fr)] grid-flow-col grid-rows-[minmax(0,1fr)] gap-[2vmin] text-center"
  >
    {[1, 2, 3].map((rank) => {
      const tied = places.filter((place) => place.rank === rank);
      return (
        tied.length > 0 && (
          <li key={rank} className={`flex min-h-0 flex-col justify-end ${rank === 2 ? '-order-1' : ''}`}>
            <span aria-hidden="true" className="text-[11vmin] leading-tight text-sun-fill">
              {'★'.repeat(4 - rank)}
            </span>
            <Names
              places={tied}
              most={NAMED.podium}
              sizes={['text-[7vmin]', 'text-[max(2.3vh,4vmin)]', 'text-[max(2.3vh,2.8vmin)]']}
            />
            <p
              className={`${DISPLAY} ${STEPS[rank - 1]} grid min-h-[8vmin] content-center rounded-t-[1.5vmin] bg-[#1b123f] text-[5vmin]`}
            >
              {ordinal(rank)} · {counted(tied[0]?.points ?? 0, 'point')}
            </p>
          </li>
        )
      );
    })}
  </ol>
);
