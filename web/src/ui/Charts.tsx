import { formatNumber } from '@bordee/core/text.ts'
import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ChartProps } from './chartsDrawn.tsx'
import { lazyComponent } from './lazyComponent.tsx'

const Waiting = ({ height }: { height: number }) => <Skeleton height={height} radius={12} />

// Recharts weighs 108 kB: it is loaded with the first chart that shows, not with the page.
const Drawn = lazyComponent(async () => (await import('./chartsDrawn.tsx')).Drawn, Waiting)

export function Chart(props: ChartProps) {
  const { height = 240, format = formatNumber } = props
  const { ref, width } = useElementSize()
  return (
    <figure ref={ref} style={{ margin: 0 }} aria-label={props.label}>
      {width > 0 ? <Drawn {...props} height={height} format={format} /> : <Waiting height={height} />}
      <figcaption className="bordee-visually-hidden">{inWords(props, format)}</figcaption>
    </figure>
  )
}

/** The chart as a sentence, for screen readers. */
function inWords(props: ChartProps, format: (value: number) => string): string {
  if (props.kind === 'donut') return props.data.map(({ name, value }) => `${name}\u00a0: ${format(value)}`).join('; ')
  return props.data
    .map((row) => ({ row, drawn: props.series.filter(({ name }) => row[name] !== undefined) }))
    .filter(({ drawn }) => drawn.length > 0)
    .map(({ row, drawn }) => `${row[props.by]}\u00a0: ${drawn.map(({ name }) => `${name} ${format(Number(row[name]))}`).join(', ')}`)
    .join('; ')
}
