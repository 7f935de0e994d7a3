/** The thread that backup.ts starts for each backup. */
import { parentPort, workerData } from 'node:worker_threads';
import { writeBackup } from './backup.ts';

const { database, path } = workerData as { database: string; path: string };
parentPort?.postMessage(writeBackup(database, path));
