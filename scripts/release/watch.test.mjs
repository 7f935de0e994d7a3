import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withTree } from '../setup/temporary-tree.mjs';

const UNIT = fileURLToPath(new URL('../../deploy/boardwalk-watch@.service', import.meta.url));

/** What the watch of port 3000 asks systemd for, when `curl` has this status. */
const askedOf = (status) =>
  withTree({ curl: `#!/bin/sh\nexit ${status}`, sleep: '#!/bin/sh', systemctl: '#!/bin/sh\necho "$*"' }, (folder) => {
    for (const name of ['curl', 'sleep', 'systemctl']) chmodSync(join(folder, name), 0o755);
    const [, script] = readFileSync(UNIT, 'utf8').match(/^ExecStart=\/bin\/sh -c '(.*)'$/m);
    return spawnSync('/bin/sh', ['-c', script.replaceAll('%i', '3000')], { encoding: 'utf8', env: { PATH: folder } })
      .stdout;
  });

test.skipIf(process.platform === 'win32')(
  'restarts a running instance that does not answer, and starts none',
  async () => {
    // systemd's "restart" would also start an instance that was stopped.
    expect(await askedOf(28)).toBe('try-restart boardwalk@3000\n');
    expect(await askedOf(0)).toBe('');
  },
);
