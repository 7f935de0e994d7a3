import { useLayoutEffect } from 'react';

let holders = 0;

/**
 * Stops the page's scrolling while `on`. styles/base.css does it for `<html data-locked>`; the room of a scroll bar that
 * goes is told to it, so that the page doesn't jump sideways. Several dialogs may hold the lock at once.
 */
export const useScrollLock = (on: boolean): void => {
  useLayoutEffect(() => {
    if (!on) return;
    const root = document.documentElement;
    if (holders === 0) {
      root.style.setProperty('--scrollbar-room', `${innerWidth - root.clientWidth}px`);
      root.dataset.locked = '';
    }
    holders += 1;
    return () => {
      holders -= 1;
      if (holders === 0) delete root.dataset.locked;
    };
  }, [on]);
};
