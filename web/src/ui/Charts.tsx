import { formatNumber } from '@bordee/core/text.ts'
import { Skeleton } from '@mantine/core'
import type { ChartProps } from './chartsDrawn.tsx'
import { lazyComponent } from './lazyComponent.tsx'

// Recharts weighs 108 kB: it is loaded with the first chart, not with the page.
const Drawn = lazyComponent(
  async () => (await import('./chartsDrawn.tsx')).Drawn,
  ({ height }) => <Skeleton height={height} radius={12} />,
)

export function Chart(props: ChartProps) {
  const { height = 240, format = formatNumber } = props
  return (
    <figure style={{ margin: 0 }} aria-label={props.label}>
      <Drawn {...props} height={height} format={format} />
      <figcaption className="bordee-visually-hidden">{inWords(props, format)}</figcaption>
    </figure>
  )
}

/** The chart as a sentence, for screen readers. */
function inWords(props: ChartProps, format: (value: number) => string): string {
  if (props.kind === 'donut') return props.data.map(({ name, value }) => `${name}\u00a0: ${format(value)}`).join('; ')
  return props.data
    .map((row) => `${row[props.by]}\u00a0: ${props.series.map(({ name }) => `${name} ${format(Number(row[name] ?? 0))}`).join(', ')}`)
    .join('; ')
}
