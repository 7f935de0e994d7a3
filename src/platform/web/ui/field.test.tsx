import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { EnergyBar, litSegments } from './badge.tsx';
import { NumberField, SelectField, TextArea, TextField } from './field.tsx';

test('a field is found by its label and describes its hint and its error', () => {
  render(<TextField label="Email" hint="Optional." error="That is not an email address." />);
  const field = screen.getByRole('textbox', {
    name: 'Email',
    description: 'Optional. That is not an email address.',
    invalid: true,
  } as Parameters<typeof screen.getByRole>[1]);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('That is not an email address.');
});

test('the star of a required field is hidden from screen readers', () => {
  render(<TextField label="Player Name" required />);
  expect(screen.getByRole('textbox', { name: 'Player Name' }).hasAttribute('required')).toBe(true);
  expect(screen.getByText('Player Name').parentElement?.textContent).toBe('Player Name *');
});

test('text areas and selects are labelled the same way', () => {
  render(
    <>
      <TextArea label="Description" quietLabel />
      <SelectField label="Type" options={[{ value: 'course', label: 'Courses' }]} />
    </>,
  );
  expect(screen.getByRole('textbox', { name: 'Description' }).tagName).toBe('TEXTAREA');
  expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('Courses');
});

test('the energy bar lights one segment above zero, and all only when full', () => {
  const cases = [
    [0, 16],
    [1, 500],
    [8, 16],
    [499, 500],
    [16, 16],
    [20, 16],
    [0, 0],
  ] as const;
  expect(cases.map(([value, max]) => litSegments(value, max))).toEqual([0, 1, 8, 15, 16, 16, 0]);
});

test('the energy bar is a meter with a name and no style attribute', () => {
  const { container } = render(<EnergyBar value={14} max={16} colour="violet" label="14 of 16 places taken" />);
  const meter = screen.getByRole('meter', { name: '14 of 16 places taken' });
  expect([meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuemax')]).toEqual(['14', '16']);
  expect(container.querySelector('[style]')).toBeNull();
});

function Seats({ fallback }: { fallback?: number }) {
  const [typed, setTyped] = useState('16');
  const also = fallback === undefined ? {} : { fallback };
  return <NumberField label="Seats" min={2} max={40} step={2} {...also} value={typed} onType={setTyped} />;
}

test('a number stays what was typed under the mouse wheel, and arrow keys step it within its limits', () => {
  render(<Seats />);
  const field = screen.getByLabelText<HTMLInputElement>('Seats');
  expect([field.type, field.inputMode]).toEqual(['text', 'numeric']);
  const after = (key: string) => {
    fireEvent.keyDown(field, { key });
    return field.value;
  };
  expect(['ArrowUp', 'ArrowDown', 'ArrowDown'].map(after)).toEqual(['18', '16', '14']);
  fireEvent.change(field, { target: { value: '40' } });
  expect(['ArrowUp', 'x'].map(after)).toEqual(['40', '40']);
});

test.each([
  [undefined, 'This is not a whole number.'],
  [16, 'This is not a whole number, so it will be 16.'],
])('says what it cannot read, with the fallback %s', (fallback, words) => {
  render(<Seats {...(fallback === undefined ? {} : { fallback })} />);
  const field = screen.getByLabelText<HTMLInputElement>('Seats');
  expect(field.placeholder).toBe(fallback?.toString() ?? '');
  const said = ['1O', '\u0661\u0666', ''].map((value) => {
    fireEvent.change(field, { target: { value } });
    return [field.value, screen.getByRole('alert').textContent];
  });
  expect(said).toEqual([
    ['1O', words],
    ['\u0661\u0666', ''],
    ['', ''],
  ]);
});

test('a field that appears later hands over nothing, though the browser writes its value in another way', () => {
  const heard = vi.fn();
  render(<TextArea label="Rules" value={'one\r\ntwo'} onChange={heard} />);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Rules' }).value).toBe('one\ntwo');
  expect(heard).not.toHaveBeenCalled();
});
