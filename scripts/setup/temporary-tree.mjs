import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** For tests: creates a folder with these files, `{path: text}`, passes it to `use` and removes it afterwards. */
export const withTree = async (files, use) => {
  const root = mkdtempSync(join(tmpdir(), 'boardwalk-tree-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
