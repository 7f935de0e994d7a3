import { expect, test } from 'vitest';
import { documentProblems } from './check-documents.mjs';
import { withTree } from './setup/temporary-tree.mjs';

const SCREEN = `/** It's a comment: 'Export'. */
export const Desk = () => (
  <>
    <TextField label="Badge word" />
    <Button onClick={() => guarded(() => save())}>
      <Icon />
      Set word
    </Button>
    <Button>Remove these {noun}</Button>
    {count > 0 && \`End all \${count} others\`}
  </>
);
`;
const GOOD = {
  'README.md': '# Start\n\n[guide](docs/organising.md#on-the-day), [here](#start), [web](https://example.org/x)\n',
  'docs/organising.md':
    '# Guide\n\n## On the day\n\n<img src="pictures/door.webp">\n\n**Badge word**, **Set\nword**, **Remove these …**, **End all 3 others**, `[x](none.md)`\n',
  'docs/pictures/door.webp': '',
  'src/features/events/web/Desk.tsx': SCREEN,
};
const check = (files) => withTree({ ...GOOD, ...files }, documentProblems);

test('accepts documents whose links, pictures and labels are there', async () => {
  expect(await check({})).toEqual([]);
});

test.each([
  [
    'a link to a missing file',
    { 'README.md': '[a](docs/none.md)' },
    'README.md: leads to docs/none.md, which is not there',
  ],
  [
    'a missing heading',
    { 'README.md': '[a](docs/organising.md#no)' },
    'README.md: docs/organising.md has no heading for #no',
  ],
  ['a missing picture', { 'README.md': '![a](docs/a.webp)' }, 'README.md: leads to docs/a.webp, which is not there'],
  [
    'a missing picture of a theme',
    { 'README.md': '<source srcset="b.webp">' },
    'README.md: leads to b.webp, which is not there',
  ],
  ['a picture that nobody shows', { 'docs/pictures/old.webp': '' }, 'docs/pictures/old.webp: no document shows it'],
])('reports %s', async (_, files, problem) => {
  expect(await check(files)).toEqual([problem]);
});

test.each(['Badge', 'badge word', 'Export', 'End all 3 sessions'])(
  'reports the label %s, which no screen has',
  async (label) => {
    const guide = `${GOOD['docs/organising.md']}**${label}**`;
    expect(await check({ 'docs/organising.md': guide })).toEqual([`docs/organising.md: no screen says "${label}"`]);
  },
);

test('does not take a label from a test', async () => {
  const files = { 'src/features/events/web/Desk.tsx': '', 'src/features/events/web/Desk.test.tsx': SCREEN };
  expect(await check(files)).toHaveLength(4);
});
