import '@mantine/charts/styles.layer.css'
import { BarChart, DonutChart, LineChart } from '@mantine/charts'

interface Series {
  /** Key in the data and name in the legend. */
  name: string
  color?: 'spruce' | 'amber' | 'info' | 'quiet'
}

export type ChartProps = {
  /** What is counted, for screen readers. */
  label: string
  height?: number
  format?: (value: number) => string
} & (
  | { kind: 'bar' | 'line'; data: Record<string, string | number>[]; by: string; series: Series[]; stacked?: boolean }
  | { kind: 'donut'; data: { name: string; value: number; color?: Series['color'] }[]; total?: string }
)

const colors = {
  spruce: 'var(--bordee-spruce)',
  amber: 'var(--bordee-amber)',
  info: 'var(--bordee-info)',
  quiet: 'var(--mantine-color-gray-5)',
}
const colorOf = (color: Series['color'], i: number) => colors[color ?? (['spruce', 'info', 'quiet', 'amber'] as const)[i % 4] ?? 'spruce']

/** Its figures are in words beside it: a stop for the keyboard would say nothing more. */
const unfocusable = { accessibilityLayer: false }

/** In pixels: a lower chart has no room for five figures beside it. */
const lowest = 150

/** The charts, in a separate file that is loaded with the first one. */
export function Drawn(props: ChartProps & { height: number; format: (value: number) => string }) {
  const { height, format } = props
  if (props.kind === 'donut')
    return (
      <DonutChart
        h={height}
        data={props.data.map(({ name, value, color }, i) => ({ name, value, color: colorOf(color, i) }))}
        valueFormatter={format}
        chartLabel={props.total}
        withLabels={false}
        thickness={26}
        size={Math.min(height - 20, 200)}
        paddingAngle={2}
        mx="auto"
        tooltipDataSource="segment"
      />
    )
  const common = {
    h: height,
    data: props.data,
    dataKey: props.by,
    series: props.series.map(({ name, color }, i) => ({ name, color: colorOf(color, i) })),
    valueFormatter: format,
    withLegend: props.series.length > 1,
    legendProps: { itemSorter: null }, // in the order of the bars, not of the alphabet
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    ...(height < lowest && { yAxisProps: { tickCount: 3 } }),
  }
  return props.kind === 'bar' ? (
    <BarChart
      {...common}
      type={props.stacked ? 'stacked' : 'default'}
      barProps={{ radius: 4 }}
      maxBarWidth={36}
      barChartProps={unfocusable}
    />
  ) : (
    <LineChart {...common} curveType="monotone" strokeWidth={2.5} withDots={props.data.length < 32} lineChartProps={unfocusable} />
  )
}
