import { alertMethodNames, type listedOccupant } from '@bordee/core/occupants/occupant.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import type * as z from 'zod'
import { SelectField } from '../ui/form/choices.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { EmptyState } from '../ui/states.tsx'
import { HoursFields } from './HoursFields.tsx'
import classes from './OccupantLines.module.css'

/** The path of the lines in the surrounding form. */
interface Listing {
  occupants: z.input<typeof listedOccupant>[]
}
const at = fieldsOf<Listing>()

interface Person {
  name: string
  phone: string
}

const emptyLine = { firstName: null, lastName: null, phone: '', alertMethod: 'sms' as const, quietHours: null, callsAnytime: false }

/** Occupants in a form, one per line: from none up to `most`. `suggested` is offered as the first line, usually the client. */
export function OccupantLines({ most = Number.POSITIVE_INFINITY, suggested }: { most?: number; suggested?: Person | undefined }) {
  const { fields, append, remove } = useFieldArray<Listing, 'occupants', 'key'>({ name: 'occupants', keyName: 'key' })
  const offered = fields.length === 0 ? suggested : undefined

  function addSuggested({ name, phone }: Person) {
    const [firstName = '', ...others] = name.split(' ')
    append({ ...emptyLine, firstName, lastName: others.join(' ') || null, phone })
  }

  return (
    <>
      {fields.length === 0 && (
        <EmptyState
          icon={<IconUsers />}
          title="Aucune personne à aviser pour l’instant"
          description="Un occupant est avisé, par texto ou par appel, avant le passage de la déneigeuse."
        />
      )}
      <div className={classes.lines}>
        {fields.map(({ key }, i) => (
          <fieldset key={key} className={classes.line} aria-label={`Occupant ${i + 1}`}>
            <TextField name={at(`occupants.${i}.firstName`)} label="Prénom" nullable autoComplete="off" />
            <TextField name={at(`occupants.${i}.lastName`)} label="Nom" nullable autoComplete="off" />
            <PhoneField name={at(`occupants.${i}.phone`)} label="Téléphone" required />
            <SelectField name={at(`occupants.${i}.alertMethod`)} label="Aviser par" choices={alertMethodNames} />
            <ActionIcon variant="subtle" color="red" size={36} aria-label={`Retirer l’occupant ${i + 1}`} onClick={() => remove(i)}>
              <IconTrash size={17} />
            </ActionIcon>
            <div className={classes.hours}>
              <HoursFields
                names={{
                  quietHours: at(`occupants.${i}.quietHours`),
                  startAt: at(`occupants.${i}.quietHours.startAt`),
                  endAt: at(`occupants.${i}.quietHours.endAt`),
                  callsAnytime: at(`occupants.${i}.callsAnytime`),
                  alertMethod: at(`occupants.${i}.alertMethod`),
                }}
              />
            </div>
          </fieldset>
        ))}
      </div>
      {fields.length < most && (
        <Group>
          {offered && (
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => addSuggested(offered)}>
              Ajouter {offered.name}, {formatPhone(offered.phone)}
            </Button>
          )}
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => append(emptyLine)}>
            Ajouter un occupant
          </Button>
        </Group>
      )}
    </>
  )
}
