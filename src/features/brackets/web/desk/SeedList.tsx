import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Entrant } from '../../contract.ts';
import { withMoved } from '../../rules/entrants.ts';
import { SeedRow } from './SeedRow.tsx';

type SeedListProps = {
  /** In the order shown. */
  players: readonly Entrant[];
  /** Omitted once the order stays. */
  onReorder?: ((order: Entrant[]) => void) | undefined;
  action: (player: Entrant) => ReactNode;
  /** Shown under a player's row. */
  below: (player: Entrant) => ReactNode;
};

/** Players by seed. They are moved by dragging, with the arrow keys at the handle, or with the buttons. */
export function SeedList({ players, onReorder, action, below }: SeedListProps) {
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useRef<{ id: string; control: string } | null>(null);
  const move = (id: string, to: number, control = 'handle') => {
    const from = players.findIndex((player) => player.id === id);
    if (onReorder === undefined || from === -1 || to < 0 || to >= players.length || to === from) return;
    focusOn.current = { id, control };
    say(`${players[from]?.name} is seed ${to + 1} of ${players.length}.`);
    onReorder(withMoved(players, from, to));
  };
  // A row that moves in the page loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each move
  useEffect(() => {
    const { id, control } = focusOn.current ?? {};
    focusOn.current = null;
    if (id === undefined) return;
    const row = [...(list.current?.children ?? [])].find((item) => (item as HTMLElement).dataset.id === id);
    row?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
  }, [players]);
  const onDropped = useRef(move);
  onDropped.current = move;
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const onto = location.current.dropTargets[0]?.data.index;
          if (typeof source.data.id === 'string' && typeof onto === 'number') onDropped.current(source.data.id, onto);
        },
      }),
    [],
  );
  return (
    <>
      <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-1.5" aria-label="Players by seed">
        {players.map((player, index) => (
          <SeedRow
            key={player.id}
            player={player}
            index={index}
            count={players.length}
            onMove={onReorder && ((to, control) => move(player.id, to, control))}
            below={below(player)}
          >
            {action(player)}
          </SeedRow>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
