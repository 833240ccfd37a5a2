import { tooLongGaps } from '@bordee/core/positions/spacing.ts'
import { Alert } from '@mantine/core'

/** Why a run may lack visits: a device of one of its trucks reports too rarely. */
export const LongGaps = ({ devices }: { devices: readonly string[] }) =>
  devices.map((name) => (
    <Alert key={name} role="note" color="amber" title={name}>
      {tooLongGaps}
    </Alert>
  ))
