import { iceNames, type Requirement } from '@bordee/core/operations/requirement.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatHour } from '@bordee/core/time.ts'
import { SimpleGrid } from '@mantine/core'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useMe } from '../session.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { TimeField } from '../ui/form/dates.tsx'
import { type FieldName, fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { NumberField } from '../ui/form/numbers.tsx'

/** What a contract or a template promises for each operation. Folded away while it says nothing of its own. */
export function RequirementSection({ name }: { name: FieldName }) {
  const held: Requirement = useWatch({ name })
  // Once open it stays open: the user may be clearing its fields.
  const isOpen = useRef(false)
  isOpen.current ||= Object.values(held).some((value) => value !== null)
  const company = useMe().company?.operationConfig
  const at = fieldsOf<Requirement>(name)
  return (
    <FormSection title="Exigences" about="Ce que vous promettez pour chaque opération. Un champ vide suit les réglages de la compagnie.">
      <details open={isOpen.current}>
        <summary>Seuil de neige, heure limite, service 24&nbsp;h et glace</summary>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
          <PromiseFields within={name} defaults={company} />
          <NumberField name={at('maxInterval')} label="Service 24&nbsp;h&nbsp;: entre deux passages, au plus" suffix="h" min={1} max={48} />
        </SimpleGrid>
      </details>
    </FormSection>
  )
}

type Promised = Omit<Requirement, 'maxInterval'>

/** The promises that a company makes by default and a contract may change. */
export function PromiseFields({ within, defaults }: { within: FieldName; defaults?: Promised | undefined }) {
  const at = fieldsOf<Promised>(within)
  const usual = (value: string | false | null | undefined) => (value ? `${value} (par défaut)` : 'Aucun')
  const { triggerDepth = null, doneBy, hoursAfter = null, ice } = defaults ?? {}
  return (
    <>
      <NumberField
        name={at('triggerDepth')}
        label="Seuil de déclenchement"
        suffix="cm"
        min={0}
        max={100}
        decimals={1}
        placeholder={usual(triggerDepth !== null && `${formatNumber(triggerDepth)}\u00a0cm`)}
      />
      <TimeField name={at('doneBy')} label="À faire avant" step={30} clearable placeholder={usual(doneBy && formatHour(doneBy))} />
      <NumberField
        name={at('hoursAfter')}
        label="Délai après la fin de la neige"
        suffix="h"
        min={0}
        max={72}
        placeholder={usual(hoursAfter !== null && `${hoursAfter}\u00a0h`)}
      />
      <SelectField
        name={at('ice')}
        label="Glace"
        choices={iceNames}
        clearable
        placeholder={ice ? `${iceNames[ice]} (par défaut)` : 'Non précisé'}
      />
    </>
  )
}
