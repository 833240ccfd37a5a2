import { count } from '@bordee/core/text.ts'
import { Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLiveEvents } from '../live.ts'
import { useMe } from '../session.tsx'

/** The progress of the user's own print job, as the server reports it now and then. */
export function PrintProgress({ of }: { of: number }) {
  const { account } = useMe()
  const [done, setDone] = useState(0)
  useLiveEvents('contracts', ({ printed, by }) => {
    if (typeof printed === 'number' && by === account.id) setDone(printed)
  })
  return (
    <Stack>
      <Progress value={(100 * done) / of} animated aria-label="Impression" />
      <Text size="sm" role="status" className="bordee-figures">
        {done ? `${count(done, 'contrat')} sur ${of}` : 'Préparation du document…'}
      </Text>
    </Stack>
  )
}
