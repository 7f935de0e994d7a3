import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetToasts, showToast } from './toast.ts';
import { Toaster } from './toaster.tsx';

const HEIGHTS: Readonly<Record<string, number>> = { 'toast-viewport': 70, 'urgent-band': 120 };
/** Of the observers: what the browser calls after a layout. */
let layouts: (() => void)[] = [];

beforeEach(() => {
  layouts = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        layouts.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return HEIGHTS[this.className] ?? 0;
  });
});

afterEach(() => act(forgetToasts));

const measured = () => {
  for (const layout of layouts) layout();
  const { style } = document.documentElement;
  return [style.getPropertyValue('--toast-top'), style.getPropertyValue('--toast-room')];
};

it('a toast begins below the band of an urgent message, and an open dialog leaves room for it', () => {
  const { rerender, unmount } = render(
    <div className="shell-top">
      <Toaster />
    </div>,
  );
  expect(measured()).toEqual(['0px', '0px']);
  act(() => void showToast({ title: 'Saved' }));
  expect(measured()).toEqual(['0px', '70px']);
  rerender(
    <div className="shell-top">
      <Toaster />
      <section className="urgent-band" />
    </div>,
  );
  expect(measured()).toEqual(['120px', '70px']);
  unmount();
  layouts = [];
  expect(measured()).toEqual(['', '']);
});
