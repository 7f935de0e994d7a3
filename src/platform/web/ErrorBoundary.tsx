import { Component, type ReactNode } from 'react';
import { reloadLostPage } from './lost-page.ts';

type Props = {
  readonly children: ReactNode;
  /** Rendered instead of the children after they failed; `retry` renders them again. */
  readonly fallback: (retry: () => void) => ReactNode;
  readonly onError?: (error: unknown) => void;
};

/** React catches render errors only in class components. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reloadLostPage(error, () => location.reload());
    this.props.onError?.(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}
