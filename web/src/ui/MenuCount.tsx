interface Props {
  count: number
  /** For screen readers: « 3 nouvelles demandes ». */
  words: string
  className: string | undefined
}

/** A number beside a section's name: what waits there. */
export function MenuCount({ count, words, className }: Props) {
  if (count === 0) return null
  return (
    <span className={className}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <span className="bordee-visually-hidden">{words}</span>
    </span>
  )
}

const most = 99
