import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { useCall } from '../calls.ts'
import { GoTo } from '../shells/GoTo.tsx'

/** Where a driver begins: on « Ma tournée » while in a run or on a phone, otherwise at `home`. */
export function DriverStart({ home }: { home: string }) {
  const runs = useCall(runCalls.listCurrentRuns)
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const isDriving = isPhone || (runs.data?.some(({ isOwn }) => isOwn) ?? false)
  useEffect(() => {
    if (isDriving) location.replace('/operateur')
  }, [isDriving])
  return isDriving || runs.isPending ? null : <GoTo path={home} />
}
