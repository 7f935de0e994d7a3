import { vi } from 'vitest';
import { BUILD_HEADER } from '#platform/build.ts';

/** Fakes fetch with answers of our server. An answer that throws is a lost connection. */
export const fakeServer = (answer: (address: string, asked: RequestInit) => Response | Promise<Response>): void => {
  vi.stubGlobal('fetch', async (address: string, asked: RequestInit = {}) => {
    const response = await answer(address, asked);
    response.headers.set(BUILD_HEADER, 'tested');
    return response;
  });
};
