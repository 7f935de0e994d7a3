import { useLayoutEffect } from 'react';

let holders = 0;

/**
 * Stops the page's scrolling while `on`, through `<html data-locked>` in styles/base.css, and reserves the width of the
 * scroll bar so that the page does not shift. Several dialogs may hold the lock.
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
