import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { userEvent } from '#testing/user-event.ts';
import { Button } from './button.tsx';
import { Confirm, useConfirm } from './confirm.tsx';

function EndAll({ onEnd }: { onEnd: () => void }) {
  const confirm = useConfirm();
  if (!confirm.isAsking) {
    return (
      <Button ref={confirm.opener} onClick={confirm.ask}>
        End all
      </Button>
    );
  }
  return (
    <Confirm
      state={confirm}
      question="End them?"
      no="Keep them"
      yes="Yes, end them"
      onYes={onEnd}
      disabledReason={undefined}
    >
      This can’t be undone.
    </Confirm>
  );
}

it('gives the focus to the safe answer, and back to the button afterwards', async () => {
  const onEnd = vi.fn();
  render(<EndAll onEnd={onEnd} />);
  // Not before it was pressed.
  expect(document.activeElement).toBe(document.body);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  screen.getByRole('group', { name: 'End them? This can’t be undone.' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep them' }));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End all' }));
  expect(onEnd).not.toHaveBeenCalled();
});

it('a double tap on the button or on an answer presses nothing of what stands there instead', () => {
  vi.useFakeTimers();
  const onEnd = vi.fn();
  render(<EndAll onEnd={onEnd} />);
  const press = (name: string) => {
    const at = { clientX: 300, clientY: 100 };
    const button = screen.getByRole('button', { name });
    fireEvent(button, new MouseEvent('pointerdown', { bubbles: true, ...at }));
    fireEvent.click(button, { ...at, detail: 1 });
  };
  press('End all');
  press('Yes, end them');
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(501);
  press('Keep them');
  press('End all');
  screen.getByRole('button', { name: 'End all' });
  vi.useRealTimers();
});

it('a question that was not answered, or not asked, ignores no press after it is gone', () => {
  const page = render(<EndAll onEnd={vi.fn()} />);
  fireEvent.click(screen.getByRole('button', { name: 'End all' }));
  const at = { clientX: 500, clientY: 400 };
  fireEvent(document.body, new MouseEvent('pointerdown', { bubbles: true, ...at }));
  page.unmount();
  const onNext = vi.fn();
  render(<Button onClick={onNext}>Next</Button>);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }), { ...at, detail: 1 });
  expect(onNext).toHaveBeenCalledOnce();
});

it('a press elsewhere in between makes the next one at the first place a press of its own', () => {
  const onEnd = vi.fn();
  render(
    <>
      <EndAll onEnd={onEnd} />
      <Button>Elsewhere</Button>
    </>,
  );
  const press = (name: string, clientX: number) => {
    const at = { clientX, clientY: 100 };
    const button = screen.getByRole('button', { name });
    fireEvent(button, new MouseEvent('pointerdown', { bubbles: true, ...at }));
    fireEvent.click(button, { ...at, detail: 1 });
  };
  press('End all', 300);
  press('Elsewhere', 900);
  press('Yes, end them', 300);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('acts on a yes only', async () => {
  const onEnd = vi.fn();
  render(<EndAll onEnd={onEnd} />);
  await userEvent.click(screen.getByRole('button', { name: 'End all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, end them' }));
  expect(onEnd).toHaveBeenCalledOnce();
});
