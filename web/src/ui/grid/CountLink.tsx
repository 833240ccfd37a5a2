import { formatNumber } from '@bordee/core/text.ts'
import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'

/** A count in a grid, which opens the list that it counts. */
export function CountLink({ count, ...link }: { count: number } & LinkProps) {
  if (count === 0) return '0'
  return (
    <Anchor component={Link} inherit {...(link as object)} className="bordee-figures" onClick={(event) => event.stopPropagation()}>
      {formatNumber(count)}
    </Anchor>
  )
}
