/** The second half of a double tap on what closed a dialog would press what is below it. */

/** Milliseconds after the dialog closed, and pixels around the press that closed it. */
const SECOND_TAP = { within: 500, around: 24 };

const DIALOG = '[role=dialog], [role=alertdialog]';

/** `open`: the dialogs that were there. */
type Press = { readonly x: number; readonly y: number; readonly open: ReadonlySet<Element> };

/** Call while a dialog is open. Returns what to call when it closes. */
export function ignoreSecondTap(): () => void {
  let last: Press | null = null;
  const note = ({ clientX: x, clientY: y }: PointerEvent) => {
    last = { x, y, open: new Set(document.querySelectorAll(DIALOG)) };
  };
  addEventListener('pointerdown', note, true);
  return () => {
    removeEventListener('pointerdown', note, true);
    if (last === null) return;
    const { x, y, open } = last;
    const ignore = (click: MouseEvent) => {
      const distance = Math.hypot(click.clientX - x, click.clientY - y);
      // A key or a screen reader presses at no place.
      if (click.detail === 0 || (x === 0 && y === 0) || distance > SECOND_TAP.around) return;
      const dialog = click.target instanceof Element && click.target.closest(DIALOG);
      // The next step came up instead.
      if (dialog && !open.has(dialog)) return;
      click.preventDefault();
      click.stopPropagation();
    };
    addEventListener('click', ignore, true);
    setTimeout(() => removeEventListener('click', ignore, true), SECOND_TAP.within);
  };
}
