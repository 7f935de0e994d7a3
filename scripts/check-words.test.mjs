import { expect, test } from 'vitest';
import { wordProblems } from './check-words.mjs';
import { withTree } from './setup/temporary-tree.mjs';

const PAGE = { 'docs/behaviour.md': '# Behaviour\n\n## Check-in\n\nText.\n', 'README.md': '# Readme\n' };
const check = (text, path = 'src/a.ts') => withTree(PAGE, (root) => wordProblems(root, path, text));

test.each([
  '/** Reads it (docs/behaviour.md "Check-in"). */',
  '// See README.md.',
  "it('reads a tracker issue', () => {});",
  "const shown = 'Whoever comes first is told.';",
  "const link = 'goals.md';",
])('accepts %s', async (text) => expect(await check(text)).toEqual([]));

test.each([
  ['/** Reads it (docs/behaviour.md "Checkin"). */', 'docs/behaviour.md has no heading "Checkin"'],
  ['/**\n * Reads it (docs/behaviour.md\n * "Checkin").\n */', 'docs/behaviour.md has no heading "Checkin"'],
  ['/** docs/behaviour.md, "Checkin". */', 'docs/behaviour.md has no heading "Checkin"'],
  ['/** docs/behaviour.md "Check-in", "Doors". */', 'docs/behaviour.md has no heading "Doors"'],
  ['// As the spec says.', 'cites a page outside the repository'],
  ['// At most 10 ms (goal 28).', 'cites a page outside the repository'],
  ['/** goals.md, "rsvp". */', 'cites goals.md, which the repository does not have'],
  ['const a = 1; // behaviour.md section 2', 'cites behaviour.md, which the repository does not have'],
  ['/** The badge (spec section 2). */', 'cites a page outside the repository'],
  ["it.each([1])('uses the words in the specification', () => {});", 'cites a page outside the repository'],
  ["it('does what issue 7 asks', () => {});", 'cites a page outside the repository'],
  ['// A control twin.', '"control twin" is unclear; write "control without the guard"'],
  ['/** Whoever asks waits. */', '"Whoever" is unclear; name the person or the caller'],
  ["test('the second organiser is told', () => {});", '"is told" is unclear; say who reports what'],
])('reports %j', async (text, problem) => {
  expect(await check(text)).toEqual([`src/a.ts:1: ${problem}`]);
});

test('names the line, and leaves out frozen migrations', async () => {
  expect(await check('\n\n// Read anew.')).toEqual(['src/a.ts:3: "anew" is unclear; write "again"']);
  expect(await check('// Read anew.', 'src/database/migrations/0001.ts')).toEqual([]);
});
