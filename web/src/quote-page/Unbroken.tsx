import { Component, type ReactNode } from 'react'
import { report } from '../report.ts'

interface Props {
  /** What is said in the place of what could not be drawn. */
  told: string
  children: ReactNode
}

/** A part that travels late may not arrive: it is said in its place, and the form around it stays. */
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

/** A browser remembers what it could not fetch for as long as the page is open; what was typed comes back with the page. */
const reload = () => location.reload()

export const Retry = ({ told, onRetry = reload }: { told: string; onRetry?: () => void }) => (
  <div className="retry" role="alert">
    <p>{told}</p>
    <button type="button" className="button small quiet" onClick={onRetry}>
      Réessayer
    </button>
  </div>
)
