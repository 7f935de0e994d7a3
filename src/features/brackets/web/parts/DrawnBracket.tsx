import { type RefObject, useEffect, useRef } from 'react';
import { MatchBox } from './MatchBox.tsx';
import { isEmpty, lanesIn, nextOf, type Round, slotOf, titleIn } from './rounds.ts';

export type RoundsProps = {
  rounds: readonly Round[];
  mine: ReadonlySet<string>;
  onOpen?: ((id: string) => void) | undefined;
};

/** In a dialog, which then needs no second scroll bar, lower. */
const BOX =
  'bracket-box max-h-[80dvh] overflow-auto overscroll-contain rounded-2xl border border-line bg-night in-[.dialog-panel]:max-h-[calc(100dvh-15.5rem)]';

/** The whole bracket as a tree, in a box that scrolls both ways. */
export function DrawnBracket({ rounds, mine, onOpen, zoom }: RoundsProps & { zoom: '50' | '75' | '100' }) {
  const [main, losers, third] = lanesIn(rounds);
  const shared = { mine, onOpen };
  const box = useMineInSight();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section ref={box} aria-label="Bracket" tabIndex={0} className={BOX}>
      <div className="grid w-max gap-8 px-5 py-4 data-[zoom=50]:[zoom:0.5] data-[zoom=75]:[zoom:0.75]" data-zoom={zoom}>
        <Tree title={losers.length > 0 ? 'Winners bracket' : undefined} rounds={main} {...shared} />
        <Tree title="Losers bracket" rounds={losers} {...shared} />
        <Tree rounds={third} {...shared} />
      </div>
    </section>
  );
}

/** Scrolls a large bracket to the present or last match of this device's player. */
function useMineInSight(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const mine = [...(box.current?.querySelectorAll('.match') ?? [])].filter((match) =>
      match.querySelector('.match-you'),
    );
    const match = mine.find((one) => !one.matches('[data-status="done"]')) ?? mine.at(-1);
    if (box.current === null || match === undefined) return;
    const [here, there] = [box.current.getBoundingClientRect(), match.getBoundingClientRect()];
    box.current.scrollBy(
      there.left - here.left - (here.width - there.width) / 2,
      there.top - here.top - (here.height - there.height) / 2,
    );
  }, []);
  return box;
}

function Tree({ title, rounds, mine, onOpen }: RoundsProps & { title?: string | undefined }) {
  if (rounds.length === 0) return null;
  return (
    <div className="grid gap-3">
      {title && <h3 className="font-display text-2xl leading-none text-sun">{title}</h3>}
      <div className="flex">
        {rounds.map((round, index) => (
          <div
            key={round.key}
            className="bracket-round flex w-60 flex-col gap-2"
            data-next={nextOf(round, rounds[index + 1])}
          >
            <h4 className="pr-6 font-arcade text-xl leading-none whitespace-nowrap text-mute uppercase">
              {round.label}
            </h4>
            <ol className="flex flex-1 flex-col">
              {round.matches.map((match) => (
                <li key={match.id} {...(isEmpty(match) ? { 'data-empty': true, 'aria-hidden': true } : {})}>
                  {!isEmpty(match) && (
                    <MatchBox match={match} title={titleIn(round, match)} you={slotOf(match, mine)} onOpen={onOpen} />
                  )}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </div>
  );
}
