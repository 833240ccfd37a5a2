// When an occupant may be alerted: in lines of a form and in an occupant's own.
import { type CallRequest, callRequestStory, callRequestWords } from '@bordee/core/alerts/hours.ts'
import { Group, Stack, Switch } from '@mantine/core'
import { useFormContext, useWatch } from 'react-hook-form'
import { CheckboxField } from '../ui/form/boxes.tsx'
import { TimeField } from '../ui/form/dates.tsx'
import type { FieldName } from '../ui/form/Form.tsx'
import { useZone } from '../ui/zone.ts'

/** As most people sleep. */
const usualQuiet = { startAt: '22:00', endAt: '06:00' }

interface Names {
  quietHours: FieldName
  startAt: FieldName
  endAt: FieldName
  callsAnytime: FieldName
  alertMethod: FieldName
}

interface Props {
  /** The fields in the surrounding form. */
  names: Names
  /** As it is recorded; null or undefined if nobody asked yet. */
  callRequest?: CallRequest | null
}

export function HoursFields({ names, callRequest }: Props) {
  const zone = useZone()
  const { setValue } = useFormContext()
  const [quiet, method, callsAnytime] = useWatch({ name: [names.quietHours, names.alertMethod, names.callsAnytime] })
  const isQuiet = quiet !== null && quiet !== undefined
  return (
    <Stack gap="sm">
      <Switch
        label="Heures de tranquillité"
        description="Un texto attend la fin de ces heures; il ne part pas si l’endroit est déjà fait."
        checked={isQuiet}
        onChange={(event) => setValue(names.quietHours, event.currentTarget.checked ? usualQuiet : null, { shouldDirty: true })}
      />
      {isQuiet && (
        <Group grow maw={420} align="start">
          <TimeField name={names.startAt} label="De" step={30} />
          <TimeField name={names.endAt} label="À" step={30} />
        </Group>
      )}
      {(method === 'call' || callsAnytime) && (
        <CheckboxField
          name={names.callsAnytime}
          label={`«\u00a0${callRequestWords}\u00a0»`}
          description={
            callRequest && callsAnytime
              ? callRequestStory(callRequest, zone)
              : 'À cocher seulement à la demande de la personne. La date et l’auteur sont conservés.'
          }
        />
      )}
    </Stack>
  )
}
