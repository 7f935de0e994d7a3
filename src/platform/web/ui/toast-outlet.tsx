import { lazy, Suspense } from 'react';
import { useToasts } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** Where toasts appear. The code that draws them is fetched with the first one. */
export const ToastOutlet = () => {
  const any = useToasts().length > 0;
  return any ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
};
