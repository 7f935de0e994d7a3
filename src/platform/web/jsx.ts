/**
 * The JSX runtime of every component. React loses text nodes that a translator replaces, except a text alone in its
 * element. So adjacent texts become one, and a text beside an element gets a span.
 */
import type { ElementType, ReactNode } from 'react';
import * as react from 'react/jsx-runtime';

export type { JSX } from 'react/jsx-runtime';
export const { Fragment } = react;

type Props = { readonly children?: ReactNode; readonly [name: string]: unknown };

const isText = (child: ReactNode) =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
const isNothing = (child: ReactNode) =>
  child === null || child === undefined || typeof child === 'boolean' || child === '';

/** Positions stay, because React tells the children apart by them. */
const joinTexts = (children: readonly ReactNode[]): ReactNode[] => {
  const joined = [...children];
  let start = -1;
  for (const [index, child] of children.entries()) {
    if (isNothing(child)) continue;
    if (!isText(child)) start = -1;
    else if (start === -1) start = index;
    else {
      joined[start] = `${joined[start]}${child}`;
      joined[index] = null;
    }
  }
  return joined;
};

/** Spaces stay outside: there a button's computed name has them, and translators leave them alone. */
const wrap = (child: ReactNode, key = 'text'): ReactNode => {
  if (Array.isArray(child)) return joinTexts(child).map((one, index) => wrap(one, `text ${index}`));
  if (!isText(child)) return child;
  const [text, words] = [`${child}`, `${child}`.trim()];
  if (words === '') return child;
  const span = react.jsx('span', { children: words }, key);
  if (words === text) return span;
  const start = text.indexOf(words);
  return react.jsxs(Fragment, { children: [text.slice(0, start), span, text.slice(start + words.length)] }, key);
};

const withOwnTexts = (type: ElementType, props: Props): Props => {
  const { children } = props;
  const isElement = typeof type !== 'symbol';
  if (!Array.isArray(children)) return isElement ? props : { ...props, children: wrap(children) };
  const shown = children.filter((child) => !isNothing(child));
  return { ...props, children: isElement && shown.every(isText) ? shown.join('') : wrap(children) };
};

export const jsx = (type: ElementType, props: Props, key?: string) => react.jsx(type, withOwnTexts(type, props), key);
export const jsxs = (type: ElementType, props: Props, key?: string) => {
  const own = withOwnTexts(type, props);
  return (Array.isArray(own.children) ? react.jsxs : react.jsx)(type, own, key);
};
/** For development builds and tests. */
export const jsxDEV = (type: ElementType, props: Props, key: string | undefined, isStatic: boolean) =>
  isStatic ? jsxs(type, props, key) : jsx(type, props, key);
