/** Milliseconds after an answer, and pixels around the press that gave it. */
const SECOND_TAP = { within: 500, around: 24 };

/**
 * The second half of a double tap on what closed a dialog or a question would press what is there instead. Returns what to
 * call when that closes.
 */
export function ignoreSecondTap(): () => void {
  let last: { readonly x: number; readonly y: number } | null = null;
  const note = ({ clientX: x, clientY: y }: PointerEvent) => {
    last = { x, y };
  };
  addEventListener('pointerdown', note, true);
  return () => {
    removeEventListener('pointerdown', note, true);
    if (last === null) return;
    const { x, y } = last;
    const ignore = (click: MouseEvent) => {
      const distance = Math.hypot(click.clientX - x, click.clientY - y);
      // A key or a screen reader presses at no place.
      if (click.detail === 0 || (x === 0 && y === 0) || distance > SECOND_TAP.around) return;
      click.preventDefault();
      click.stopPropagation();
    };
    addEventListener('click', ignore, true);
    setTimeout(() => removeEventListener('click', ignore, true), SECOND_TAP.within);
  };
}
