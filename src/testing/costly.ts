/** For `npm run costs`: a runner that notes how many processor seconds each file of unit tests took. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { TestRunner } from 'vitest';

type Files = Parameters<TestRunner['onAfterRunFiles']>[0];

const MICROSECONDS = 1e6;

/** A worker runs one file after the other; the first one pays for its start. Each file of a page loads this module anew. */
const worker = process as { secondsBefore?: number };

export default class CostlyRunner extends TestRunner {
  override onAfterRunFiles(files: Files): void {
    super.onAfterRunFiles(files);
    const { user, system } = process.cpuUsage();
    const total = (user + system) / MICROSECONDS;
    const seconds = total - (worker.secondsBefore ?? 0);
    worker.secondsBefore = total;
    const [file] = files;
    if (file === undefined) return;
    const line = { kind: file.projectName, file: relative(process.cwd(), file.filepath), seconds };
    appendFileSync(process.env.TEST_COSTS ?? '', `${JSON.stringify(line)}\n`);
  }
}
