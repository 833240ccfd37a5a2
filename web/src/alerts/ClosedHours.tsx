import { hourRefusal } from '@bordee/core/alerts/refusal.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { wallClock } from '@bordee/core/time.ts'
import { Alert, Anchor } from '@mantine/core'
import { IconClockOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan } from '../can.ts'
import { serverAhead } from '../contact.ts'
import { useMe } from '../session.tsx'

/** Why nothing can be sent at this hour; null if it can. */
export function useHourRefusal(): string | null {
  const { company } = useMe()
  const now = new Date(Date.now() + serverAhead())
  return company && hourRefusal({ ...company.alertConfig, time: wallClock(now, company.timeZone).time })
}

/** Said at once, and where to change it: a message and a target would be chosen for nothing. */
export function ClosedHours({ refusal }: { refusal: string }) {
  const can = useCan()
  return (
    <Alert mb="md" color="amber" role="status" icon={<IconClockOff size={18} />}>
      {refusal}{' '}
      {can(companyCalls.updateCurrentCompany) && (
        <Anchor component={Link} to="/dashboard/company/general" inherit underline="always">
          Changer les heures d’envoi
        </Anchor>
      )}
    </Alert>
  )
}
