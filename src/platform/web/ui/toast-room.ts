/** A `ref` callback of the list of toasts. Sets where it begins, and the room that an open dialog leaves above its title. */
export function measureToastRoom(viewport: HTMLElement | null): (() => void) | undefined {
  if (viewport === null) return;
  const { style } = document.documentElement;
  const shellTop = document.querySelector('.shell-top');
  const measure = () => {
    const band = shellTop?.querySelector<HTMLElement>('.urgent-band');
    style.setProperty('--toast-top', `${band?.offsetHeight ?? 0}px`);
    const isEmpty = viewport.childElementCount === 0;
    style.setProperty('--toast-room', `${isEmpty ? 0 : viewport.offsetHeight}px`);
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(viewport);
  if (shellTop !== null) sizes.observe(shellTop);
  return () => {
    sizes.disconnect();
    style.removeProperty('--toast-top');
    style.removeProperty('--toast-room');
  };
}
