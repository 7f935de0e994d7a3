/** The thread in which backup.ts makes each backup. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { writeBackup } from './backup.ts';

const BEHIND_VISITORS = 10;
// On Linux this sets the priority of the thread, elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(BEHIND_VISITORS);

const { database, path } = workerData as { database: string; path: string };
parentPort?.postMessage(writeBackup(database, path));
