import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { jsxs } from '#jsx/jsx-runtime';

/** As Google Translate does: every text is replaced by one in two elements. */
const translate = (root: Node) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim() !== '')) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
};

type Seats = { taken: number; open?: boolean };

const Several = ({ taken }: Seats) => <>Seats: {taken} of 8</>;
const Alone = ({ taken }: Seats) => <>{`Seats: ${taken} of 8`}</>;

it.each<[string, (seats: Seats) => ReactNode]>([
  ['texts side by side', ({ taken }) => ['Seats: ', taken, ' of 8']],
  ['a text before an element', ({ taken, open }) => ['Seats: ', taken, open && <b key="b"> open</b>]],
  ['a text after an element', ({ taken, open }) => [open && <b key="b">Now: </b>, taken, ' of 8']],
  ['texts around an element', ({ taken, open }) => ['Seats: ', open && <b key="b">about</b>, ' ', taken]],
  ['a fragment', (seats) => [<Several key="s" {...seats} />, seats.open && <b key="b"> open</b>]],
  ['a text alone in a fragment', (seats) => [<Alone key="s" {...seats} />, seats.open && <b key="b"> open</b>]],
  ['a text alone in a boundary', ({ taken }) => <Suspense>{`Seats: ${taken} of 8`}</Suspense>],
  ['a text that becomes an element', ({ taken, open }) => ['Seats: ', open ? <b key="b">{taken}</b> : taken]],
  ['a text that comes and goes', ({ taken, open }) => [open && 'Now ', <b key="b">Seats: {taken}</b>, open || ' of 8']],
])('changes %s after a translation', (_, draw) => {
  const asList = (seats: Seats) => <p>{draw(seats)}</p>;
  const asChildren = (seats: Seats) => jsxs('p', { children: [draw(seats)].flat() });
  for (const card of [asList, asChildren]) {
    const { container, rerender } = render(card({ taken: 3 }));
    for (const seats of [{ taken: 4, open: true }, { taken: 5 }, { taken: 5, open: true }, { taken: 6 }]) {
      translate(container);
      rerender(card(seats));
      const plain = document.createElement('div');
      plain.innerHTML = renderToStaticMarkup(card(seats));
      expect(container.textContent).toBe(plain.textContent);
    }
  }
});

it('keeps an element that stands between texts that come and go', () => {
  const card = (more: boolean) => (
    <p>
      {more && 'Find '}
      <input />
      {more && ' in '}the list
    </p>
  );
  const { container, rerender } = render(card(false));
  const field = container.querySelector('input');
  rerender(card(true));
  expect(container.querySelector('input')).toBe(field);
  expect(container.textContent).toBe('Find  in the list');
});

it('leaves spaces outside of the elements that it adds, and adds none for a space or for a text that is alone', () => {
  const { container } = render(
    <p>
      Seats:{' '}
      <b>
        {3} of {8}
      </b>{' '}
      <i>open</i> left
    </p>,
  );
  expect(container.innerHTML).toBe('<p><span>Seats:</span> <b>3 of 8</b> <i>open</i> <span>left</span></p>');
});
