/** Milliseconds after an answer, and pixels around the press that gave it. */
const SECOND_TAP = { within: 500, around: 24 };

let last: { readonly clientX: number; readonly clientY: number } | null = null;

const note = (press: PointerEvent) => {
  last = press;
};

/** Call before the presses of which one may be answered twice. All callers share one listener. */
export function notePresses(): void {
  last = null;
  addEventListener('pointerdown', note, true);
}

/** Call when a press was an answer: the second half of a double tap would press what stands at its place now. */
export function ignoreSecondTap(): void {
  if (last === null) return;
  const { clientX: x, clientY: y } = last;
  last = null;
  const ignore = (click: MouseEvent) => {
    const distance = Math.hypot(click.clientX - x, click.clientY - y);
    // A key or a screen reader presses at no place.
    if (click.detail === 0 || (x === 0 && y === 0)) return;
    // Who has pressed elsewhere meanwhile means the next press at the first place.
    if (distance > SECOND_TAP.around) return stop();
    click.preventDefault();
    click.stopPropagation();
  };
  // Of this document, also when its page has ended meanwhile.
  const page = document;
  const stop = () => page.removeEventListener('click', ignore, true);
  page.addEventListener('click', ignore, true);
  setTimeout(stop, SECOND_TAP.within);
}
