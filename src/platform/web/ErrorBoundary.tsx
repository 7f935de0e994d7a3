import { Component, type ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  /** Drawn in place of the children after they failed; `retry` draws them again. */
  readonly fallback: (retry: () => void) => ReactNode;
  readonly onError?: () => void;
};

/** React only lets a class catch what its children throw while drawing. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}
