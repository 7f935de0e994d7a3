import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { writeBackup } from './backup.ts';

const BEHIND_VISITORS = 10;
// Elsewhere than on Linux this would set the priority of the whole process.
if (process.platform === 'linux') setPriority(BEHIND_VISITORS);

const { database, path } = workerData as { database: string; path: string };
parentPort?.postMessage(writeBackup(database, path));
