/** The thread that backup.ts starts for each backup. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { writeBackup } from './backup.ts';

const BEHIND_VISITORS = 10;
// Linux takes this for the thread alone, other systems for the whole program.
if (process.platform === 'linux') setPriority(BEHIND_VISITORS);

const { database, path } = workerData as { database: string; path: string };
parentPort?.postMessage(writeBackup(database, path));
