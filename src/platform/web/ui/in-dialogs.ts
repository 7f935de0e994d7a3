import { createContext, type ReactNode } from 'react';

/** What every dialog shows above its title: an open dialog makes the rest of the page unreachable. */
export const InDialogs = createContext<ReactNode>(null);
