import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClass } from '#platform/web/ui/button.tsx';
import type { Entrant } from '../../contract.ts';
import { withMoved } from '../../rules/entrants.ts';

type SeedRowProps = {
  player: Entrant;
  /** From 0, as shown. */
  index: number;
  count: number;
  /** Omitted once the order stays. */
  onMove: ((to: number, control: string) => void) | undefined;
  below: ReactNode;
  children: ReactNode;
};

const KEYS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function SeedRow({ player: { id, name }, index, count, onMove, below, children }: SeedRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { isDragged, edge } = useDragging(row, handle, { id, index, enabled: onMove !== undefined });
  const onKeyDown = (pressed: KeyboardEvent) => {
    const to = KEYS[pressed.key]?.(index, count);
    if (to === undefined) return;
    pressed.preventDefault();
    onMove?.(to, 'handle');
  };
  const step = (by: -1 | 1, words: string, Icon: typeof ArrowUp) => (
    <button
      type="button"
      data-control={words}
      className={buttonClass('ghost', 'icon')}
      aria-label={`Move ${name} ${words}`}
      aria-disabled={index + by < 0 || index + by >= count || undefined}
      onClick={() => onMove?.(index + by, words)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
  return (
    <li
      ref={row}
      data-id={id}
      className={`relative flex min-h-13 flex-wrap items-center gap-1 rounded-xl border border-line bg-deep px-1.5 py-1 ${isDragged ? 'opacity-40' : ''} ${edge}`}
    >
      {onMove && (
        <button
          ref={handle}
          type="button"
          data-control="handle"
          className={`${buttonClass('ghost', 'icon')} cursor-grab max-sm:hidden`}
          aria-label={`Drag ${name}, seed ${index + 1} of ${count}, or move with the arrow keys`}
          onKeyDown={onKeyDown}
        >
          <GripVertical aria-hidden="true" />
        </button>
      )}
      <span className="w-8 shrink-0 text-right text-mute tabular-nums">{index + 1}</span>
      <span className="min-w-20 flex-1 px-1.5 font-semibold [overflow-wrap:anywhere]">{name}</span>
      <span className="flex items-center gap-1">
        {onMove && step(-1, 'up', ArrowUp)}
        {onMove && step(1, 'down', ArrowDown)}
        {children}
      </span>
      {below && <div className="w-full p-2.5">{below}</div>}
    </li>
  );
}

type Dragging = { readonly id: string; readonly index: number; readonly enabled: boolean };

/** Makes the row draggable by its handle. `edge` is the class of the side on which a dragged row would land. */
function useDragging(
  row: { current: HTMLElement | null },
  handle: { current: HTMLElement | null },
  { id, index, enabled }: Dragging,
) {
  const [isDragged, setDragged] = useState(false);
  const [edge, setEdge] = useState('');
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current];
    if (!enabled || element === null || dragHandle === null) return;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ id, index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        getData: () => ({ index }),
        onDragEnter: ({ source }) => setEdge(edgeOf(Number(source.data.index), index)),
        onDragLeave: () => setEdge(''),
        onDrop: () => setEdge(''),
      }),
    );
  }, [row, handle, id, index, enabled]);
  return { isDragged, edge };
}

/** The side on which a dragged row would land. */
const LINE = 'before:absolute before:inset-x-0 before:h-[3px] before:rounded-[2px] before:bg-sea';

const edgeOf = (from: number, to: number): string => {
  if (from === to) return '';
  return from < to ? `${LINE} before:-bottom-[5px]` : `${LINE} before:-top-[5px]`;
};

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
