import { openFirefox } from './engines/firefox.ts';
import { journeysIn } from './engines/journeys.ts';

journeysIn(openFirefox);
