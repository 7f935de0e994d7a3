/** Friday of the sample festival, 3:40 PM. */
export const AFTERNOON = Date.parse('2025-11-14T15:40:00-05:00');
