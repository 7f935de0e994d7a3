import { useId } from 'react';
import { Card } from '#platform/web/ui/card.tsx';
import type { Colour } from '#platform/web/ui/colours.ts';
import type { Mission, MissionCategory } from '../../contract.ts';
import type { Claiming } from '../state.ts';
import { Points } from './Points.tsx';

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

export function MissionCard({
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
