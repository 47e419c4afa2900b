import { Component } from 'react';
import type { ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** With it, the part is drawn again, as it is after this. */
  onOut?: () => void;
}

/** Around what stands beside the page: when it breaks, or its code does not come, it is left out, and the page stays. */
export class Beside extends Component<Props, { isOut: boolean }> {
  override state = { isOut: false };

  static getDerivedStateFromError(): { isOut: boolean } {
    return { isOut: true };
  }

  override componentDidCatch(): void {
    const { onOut } = this.props;
    if (!onOut) return;
    onOut();
    this.setState({ isOut: false });
  }

  override render(): ReactNode {
    return this.state.isOut ? null : this.props.children;
  }
}
