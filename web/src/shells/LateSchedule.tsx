import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { formatInstant, homeZone } from '@bordee/core/time.ts'
import { IconClockExclamation } from '@tabler/icons-react'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import classes from './DashboardShell.module.css'

/** In milliseconds. */
const lookEvery = 60_000

/** Tells platform staff that scheduled jobs stand still. */
export function LateSchedule() {
  const can = useCan()
  const { data: schedule } = useCall(platformCalls.getSchedule, can(platformCalls.getSchedule) ? {} : 'not yet', {
    refetchInterval: () => lookEvery,
  })
  if (!schedule?.isLate) return null
  const since = schedule.lastPassAt && ` Dernier passage\u00a0: ${formatInstant(schedule.lastPassAt, homeZone)}.`
  return (
    <div role="status" className={classes.notice}>
      <IconClockExclamation size={18} aria-hidden />
      <span>Les travaux à heure fixe (rappels, factures, conservation) ne se font plus.{since}</span>
    </div>
  )
}
