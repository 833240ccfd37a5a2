import type { Contract } from '@bordee/core/contracts/contract.ts'
import { todayIn } from '@bordee/core/time.ts'
import { useZone } from '../ui/zone.ts'
import classes from './contracts.module.css'
import { stepOf } from './stepOf.ts'

export function NextStep({ contract }: { contract: Contract }) {
  const { text, isUrgent } = stepOf(contract, todayIn(useZone(), new Date()))
  return (
    <p className={classes.step} data-urgent={isUrgent || undefined}>
      {text}
    </p>
  )
}
