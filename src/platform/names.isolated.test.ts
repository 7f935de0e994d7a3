import { expect, it } from 'vitest';
import { isolated } from './names.ts';

it.each(['ערב משחקים 3', 'ليلة الألعاب', 'Catan בירושלים', '۳ بازی', 'ﭏ', '𞤀𞤣𞤤𞤢𞤥'])('isolates %s', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['', 'Catan Open 3', 'Ålesund ’25', '海辺のゲーム祭り', 'Вечер игр', '🎲 3'])('leaves %j as it is', (name) => {
  expect(isolated(name)).toBe(name);
});
