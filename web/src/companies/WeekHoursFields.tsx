import type { CallHours } from '@bordee/core/alerts/hours.ts'
import type { CompanyForm } from '@bordee/core/companies/company-settings.ts'
import { SimpleGrid, Switch } from '@mantine/core'
import { useFormContext, useWatch } from 'react-hook-form'
import { TimeField } from '../ui/form/dates.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'

const at = fieldsOf<CompanyForm>()

interface Props {
  name: 'alertConfig.callHours' | 'alertConfig.officeHours'
  label: string
  description: string
  /** Proposed when they are switched on. */
  usual: NonNullable<CallHours>
}

/** Hours on weekdays and on weekends; if off, any hour. */
export function WeekHoursFields({ name, label, description, usual }: Props) {
  const { control, setValue } = useFormContext<CompanyForm>()
  const isOn = useWatch({ control, name }) !== null
  return (
    <>
      <Switch
        label={label}
        description={description}
        checked={isOn}
        onChange={(event) => setValue(name, event.currentTarget.checked ? usual : null, { shouldDirty: true })}
      />
      {isOn && (
        <SimpleGrid cols={2} maw={420}>
          <TimeField name={at(`${name}.weekday.startAt`)} label="En semaine, de" step={30} />
          <TimeField name={at(`${name}.weekday.endAt`)} label="à" step={30} />
          <TimeField name={at(`${name}.weekend.startAt`)} label="La fin de semaine, de" step={30} />
          <TimeField name={at(`${name}.weekend.endAt`)} label="à" step={30} />
        </SimpleGrid>
      )}
    </>
  )
}
