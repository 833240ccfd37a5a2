import { SegmentedControl } from '@mantine/core'

export type MapBase = 'plan' | 'aerial'

export function BaseSwitch({ value, onChange }: { value: MapBase; onChange: (base: MapBase) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Fond de carte"
      value={value}
      onChange={(chosen) => onChange(chosen as MapBase)}
      data={[
        { value: 'plan', label: 'Plan' },
        { value: 'aerial', label: 'Satellite' },
      ]}
    />
  )
}
