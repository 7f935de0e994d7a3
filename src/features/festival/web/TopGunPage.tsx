import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useHydrated } from '#platform/web/hydrated.ts';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { EnergyBar } from '#platform/web/ui/energy-bar.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { Pending } from '#platform/web/ui/pending.tsx';
import type { MissionCategory } from '../contract.ts';
import { MissionCard } from './parts/MissionCard.tsx';
import { missionsQuery } from './queries.ts';
import { type Claiming, useTickedMissions } from './state.ts';

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
