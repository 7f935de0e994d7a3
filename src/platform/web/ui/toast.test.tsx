import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { dismissToast, forgetToasts, showToast, useToasts } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => act(forgetToasts));

test('shows one toast at a time, the newest', () => {
  const { result } = renderHook(useToasts);
  act(() => void showToast({ title: 'First' }));
  act(() => void showToast({ title: 'Second', tone: 'destructive' }));
  expect(result.current.map(({ title, tone, open }) => ({ title, tone, open }))).toEqual([
    { title: 'Second', tone: 'destructive', open: true },
  ]);
});

test('a dismissed toast is closed at once and dropped after 1,000,000 ms', () => {
  vi.useFakeTimers();
  const { result } = renderHook(useToasts);
  act(() => dismissToast(showToast({ title: 'Bye' })));
  expect(result.current.map((toast) => toast.open)).toEqual([false]);
  act(() => void vi.advanceTimersByTime(999_999));
  expect(result.current).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toEqual([]);
});

test('a toast disappears after 5000 ms', () => {
  vi.useFakeTimers();
  render(<Toaster />);
  act(() => void showToast({ title: 'Success!', description: 'You’ve been registered for the event.' }));
  expect(screen.getByText('Success!').textContent).toBe('Success!');
  act(() => void vi.advanceTimersByTime(4999));
  expect(screen.queryByText('You’ve been registered for the event.')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText('You’ve been registered for the event.')).toBeNull();
});

test('a toast can be dismissed, and its action pressed', () => {
  const press = vi.fn();
  render(<Toaster />);
  act(() => void showToast({ title: 'Gone', action: { label: 'Undo', altText: 'Undo it', onPress: press } }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(press).toHaveBeenCalledOnce();
  act(() => void showToast({ title: 'Again' }));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});

test('F8 moves the focus to the toasts', () => {
  render(<Toaster />);
  act(() => void showToast({ title: 'Here' }));
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement?.closest('[role="region"]')?.getAttribute('aria-label')).toBe('Notifications (F8)');
});

test('an open dialog does not hide a toast from screen readers', () => {
  render(
    <>
      <Dialog open onClose={() => undefined} title="Enter Admin Password" />
      <Toaster />
    </>,
  );
  act(() => void showToast({ title: 'Invalid Password' }));
  expect(screen.getByRole('button', { name: 'Dismiss' }).closest('[aria-hidden="true"]')).toBeNull();
});
