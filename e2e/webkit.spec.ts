import { journeysIn } from './engines/journeys.ts';
import { openWebkit } from './engines/webkit.ts';

journeysIn(openWebkit);
