import { useEffect, useRef, useState } from 'react';
import { type Colour, TEXT_OF, TINT_OF } from '#platform/web/ui/colours.ts';
import { initials } from '../../rules/initials.ts';

const COLOURS: readonly Colour[] = ['violet', 'sea', 'sky', 'lime', 'sun', 'coral'];

/** A person always has the same colour. */
const colourOf = (name: string): Colour =>
  COLOURS[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLOURS.length] ?? 'sea';

/** The author's picture, or two letters without one. Hidden from screen readers, because the name is beside it. */
export function Avatar({ author, path }: { author: string; path: string | null }) {
  const [failed, setFailed] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before hydration.
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(true);
  }, []);
  const colour = colourOf(author);
  if (path === null || failed) {
    return (
      <span
        aria-hidden="true"
        className={`grid size-11 flex-none place-items-center rounded-xl font-semibold ${TINT_OF[colour]} ${TEXT_OF[colour]}`}
      >
        {initials(author)}
      </span>
    );
  }
  return (
    <img
      ref={picture}
      src={path}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
      className="size-11 flex-none rounded-xl bg-raise object-cover"
      onError={() => setFailed(true)}
    />
  );
}
