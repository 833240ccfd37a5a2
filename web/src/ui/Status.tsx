import type { ReactNode } from 'react'

/** `attention` is amber: something is waiting for someone. `bad` is red: something failed or was refused. */
export type StatusTone = 'neutral' | 'good' | 'info' | 'attention' | 'bad'

/** A dot and a word. Light enough to be drawn in every row of a grid. */
export function Status({ tone = 'neutral', children }: { tone?: StatusTone; children: ReactNode }) {
  return (
    <span className="bordee-pill" data-tone={tone}>
      <span>{children}</span>
    </span>
  )
}
