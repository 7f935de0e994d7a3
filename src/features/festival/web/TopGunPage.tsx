import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { slugOf } from '#platform/names.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { Badge, type Colour, EnergyBar } from '#platform/web/ui/badge.tsx';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { Card, PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import type { Mission, MissionCategory } from '../contract.ts';
import { missionsQuery } from './queries.ts';

/** Not toLocaleString: the device's language would write digits differently from the server. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A number in arcade lettering; a text ('1 for each year') as a badge. */
const Points = ({ points }: Pick<Mission, 'points'>) => {
  const text = String(points);
  if (!/^-?\d+$/.test(text)) {
    return (
      <span className="mission-words">
        <Badge colour="sun">{text}</Badge>
      </span>
    );
  }
  return (
    <span className="mission-points" data-jackpot={text.length > 4 || undefined}>
      {grouped(text)} <span className="mission-unit">{text === '1' ? 'point' : 'points'}</span>
    </span>
  );
};

/** How missions are claimed here, instead of ticked. */
export type Claiming = {
  /** The ids of missions whose points this device has. */
  readonly done: ReadonlySet<string>;
  /** In the tick's place. */
  readonly control: (mission: Mission) => ReactNode;
  /** Below the task; empty for none. */
  readonly note: (mission: Mission) => string;
};

const KEY = 'ticked missions';
const NONE: ReadonlySet<string> = new Set();

/**
 * Ticks from before missions had ids are 'Category: Task', of words that may have changed since the id was made from
 * them.
 */
function idsIn(stored: ReadonlySet<string>, categories: readonly MissionCategory[]): ReadonlySet<string> {
  const idOf = new Map(
    categories.flatMap(({ category, missions }) => missions.map(({ id, task }) => [`${category}: ${task}`, id])),
  );
  const older = (key: string) => (key.includes(': ') ? slugOf(key.slice(key.indexOf(': ') + 2)) : key);
  return new Set([...stored].map((key) => idOf.get(key) ?? older(key)));
}

const read = (): ReadonlySet<string> => {
  try {
    const written: unknown = JSON.parse(safeStorage.get(KEY) ?? '[]');
    return new Set(Array.isArray(written) ? written.filter((key) => typeof key === 'string') : []);
  } catch {
    return NONE;
  }
};

/**
 * Ids of the missions ticked on this device, which never leave it. Empty on the server and while hydrating. Without
 * local storage, ticks last until the page is left.
 */
export function useTickedMissions(categories: readonly MissionCategory[]): {
  ticked: ReadonlySet<string>;
  toggle: (...ids: string[]) => void;
} {
  const [stored, setTicked] = useState(NONE);
  const ticked = useMemo(() => idsIn(stored, categories), [stored, categories]);
  useEffect(() => {
    setTicked(read());
    const onStorage = ({ key }: StorageEvent) => {
      if (key === KEY || key === null) setTicked(read());
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
  const toggle = (...ids: string[]) => {
    const next = new Set(ticked);
    for (const id of ids) if (!next.delete(id)) next.add(id);
    setTicked(next);
    safeStorage.set(KEY, JSON.stringify([...next]));
  };
  return { ticked, toggle };
}

/** By position; a seventh category begins again. */
const COLOURS: readonly Colour[] = ['violet', 'sky', 'sea', 'coral', 'lime', 'sun'];

type MissionCardProps = {
  category: MissionCategory;
  /** From 0. */
  position: number;
  ticked: ReadonlySet<string>;
  /** False before hydration, when a tick would be lost. */
  alive: boolean;
  claiming: Claiming | undefined;
  onTick: (id: string) => void;
};

function MissionCard({
  category: { category, missions },
  position,
  ticked,
  alive,
  claiming,
  onTick,
}: MissionCardProps) {
  const id = useId();
  const isDone = ({ id: mission }: Mission) => (claiming?.done ?? ticked).has(mission);
  const done = missions.filter(isDone).length;
  return (
    <Card as="section" accent={COLOURS[position % COLOURS.length]} aria-labelledby={id} className="pt-5 pb-2">
      <div className="flex items-baseline justify-between gap-4 px-5 pb-2">
        <h3 id={id} className="font-display text-[1.75rem] leading-none [overflow-wrap:anywhere]">
          {category}
        </h3>
        <p className="shrink-0 text-mute">{done === missions.length ? 'All done' : `${done} of ${missions.length}`}</p>
      </div>
      <ul>
        {missions.map((mission) => (
          <li key={mission.id}>
            {claiming === undefined ? (
              <MissionRow mission={mission} done={isDone(mission)} alive={alive} onTick={() => onTick(mission.id)} />
            ) : (
              <ClaimRow mission={mission} done={isDone(mission)} claiming={claiming} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type MissionRowProps = { mission: Mission; done: boolean; alive: boolean; onTick: () => void };

/** The whole row is the label, as a large touch target. */
const MissionRow = ({ mission: { task, points }, done, alive, onTick }: MissionRowProps) => (
  <label className="mission">
    <input type="checkbox" checked={done} disabled={!alive} onChange={onTick} className="pixel-check" />
    <span className="mission-task">{task}</span> <Points points={points} />
  </label>
);

type ClaimRowProps = { mission: Mission; done: boolean; claiming: Claiming };

function ClaimRow({ mission, done, claiming }: ClaimRowProps) {
  const note = claiming.note(mission);
  return (
    <div className="mission" data-done={done || undefined}>
      {claiming.control(mission)}
      <span className="mission-task">{mission.task}</span> <Points points={mission.points} />
      {note !== '' && <span className="col-[2/-1] text-sm text-mute [overflow-wrap:anywhere]">{note}</span>}
    </div>
  );
}

const CARDS = { list: 'grid gap-4 lg:grid-cols-2 wide:grid-cols-3', className: 'h-96 rounded-2xl' };

/** The Top Gun Competition: how it works, and its missions to tick off or to claim. */
type TopGunPageProps = {
  claiming?: Claiming | undefined;
  /** What this device should know before it goes on: then ticks are not celebrated, because they count for nothing. */
  children?: ReactNode;
};

export function TopGunPage({ claiming, children }: TopGunPageProps) {
  const { data: categories, isError, refetch } = useQuery(missionsQuery);
  return (
    <PageFrame>
      <PageTitle>TOP GUN COMPETITION</PageTitle>
      <HowToCompete isClaimed={claiming !== undefined} />
      {children}
      {categories !== undefined && <Missions categories={categories} claiming={claiming} countsAlone={!children} />}
      {categories === undefined && <Pending what="missions" failed={isError} retry={refetch} count={6} {...CARDS} />}
    </PageFrame>
  );
}

const STEPS = [
  ['Pick a mission', 'Any mission, in any order, as many as you like. {Do} here once it is done.'],
  [
    'Convince an organiser',
    'Have a witness, a photo or a very convincing face. They put your points on the scoreboard.',
  ],
  [
    'Climb the high scores',
    'Most points when the festival ends wins. Nobody has to know how you got that thumb cramp.',
  ],
] as const;

const HowToCompete = ({ isClaimed }: { isClaimed: boolean }) => (
  <section aria-labelledby="how-to-compete" className="card grid gap-5 p-5 sm:p-6">
    <h2 id="how-to-compete" className="font-display text-[2rem] leading-none">
      How to Compete
    </h2>
    <ol className="grid gap-5 lg:grid-cols-3 lg:gap-8">
      {STEPS.map(([step, text], index) => (
        <li key={step} className="grid grid-cols-[1.75rem_minmax(0,1fr)] content-start gap-x-3">
          <span aria-hidden="true" className="row-span-2 font-display text-5xl leading-[0.85] text-sun">
            {index + 1}
          </span>
          <h3 className="font-semibold">{step}</h3>
          <p className="text-mute text-pretty">{text.replace('{Do}', isClaimed ? 'Claim it' : 'Tick it off')}</p>
        </li>
      ))}
    </ol>
    <Link
      href="/scoreboard"
      className="-my-2 inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-sea underline-offset-4 hover:underline"
    >
      See the scoreboard
      <span aria-hidden="true">→</span>
    </Link>
  </section>
);

/** It follows the list, under the header. */
const PROGRESS =
  'mission-progress sticky top-[calc(var(--header-end)+0.5rem)] z-5 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2 rounded-2xl border border-line bg-deep px-5 py-3 shadow-[0_6px_18px_-8px_rgb(0_0_0/0.45)] md:grid-cols-[auto_minmax(0,1fr)_auto]';

type MissionsProps = {
  categories: readonly MissionCategory[];
  claiming: Claiming | undefined;
  /** False where only a claim counts, and this device cannot make one. */
  countsAlone: boolean;
};

function Missions({ categories, claiming, countsAlone }: MissionsProps) {
  const { ticked, toggle } = useTickedMissions(categories);
  const alive = useHydrated();
  const idsOf = ({ missions }: MissionCategory) => missions.map(({ id }) => id);
  const all = categories.flatMap(idsOf);
  const done = all.filter((id) => (claiming?.done ?? ticked).has(id)).length;
  const tick = (category: MissionCategory, id: string) => {
    toggle(id);
    const missing = idsOf(category).filter((one) => !ticked.has(one));
    // The last mission of its category.
    if (countsAlone && missing.length === 1 && missing[0] === id) celebrate();
  };
  return (
    <>
      <div className={PROGRESS}>
        <p role="status" className="font-display text-[1.75rem] leading-none whitespace-nowrap">
          {done} of {all.length} done
        </p>
        <EnergyBar value={done} max={all.length} colour="sun" label="Missions done" />
        <p className="text-sm text-mute max-md:col-span-full">
          {claiming === undefined ? 'Your ticks stay on this device.' : 'A claim counts when it is approved.'}
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2 wide:grid-cols-3">
        {categories.map((category, position) => (
          <MissionCard
            key={category.category}
            category={category}
            position={position}
            ticked={ticked}
            alive={alive}
            claiming={claiming}
            onTick={(id) => tick(category, id)}
          />
        ))}
      </div>
    </>
  );
}
