import { createContext, type ReactNode } from 'react';

/** Above every dialog's title: an open dialog makes the rest of the page unreachable. */
export const InDialogs = createContext<ReactNode>(null);
