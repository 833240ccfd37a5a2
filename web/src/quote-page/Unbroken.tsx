import { Component, type ReactNode } from 'react'
import { report } from '../report.ts'

interface Props {
  /** Shown instead of the part that failed. */
  told: string
  children: ReactNode
}

/** Error boundary for a part loaded late: if it fails to load, the form around it stays. */
export class Unbroken extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    report(error, 'quotes')
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return <Retry told={this.props.told} />
  }
}

/** Browsers remember a failed import while the page is open, so reload. The draft survives the reload. */
const reload = () => location.reload()

export const Retry = ({ told, onRetry = reload }: { told: string; onRetry?: () => void }) => (
  <div className="retry" role="alert">
    <p>{told}</p>
    <button type="button" className="button small quiet" onClick={onRetry}>
      Réessayer
    </button>
  </div>
)
