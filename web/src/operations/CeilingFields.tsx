import { type Ceiling, type CeilingUnit, ceilingUnitNames } from '@bordee/core/operations/ceiling.ts'
import { SimpleGrid } from '@mantine/core'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { SelectField } from '../ui/form/choices.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { MoneyField, NumberField } from '../ui/form/numbers.tsx'

const priceLabels: Record<CeilingUnit, string> = { cm: 'Prix par centimètre au-delà', passes: 'Prix par passage au-delà' }

const at = fieldsOf<Ceiling>()

/** Of a contract or a template. Folded away while there is none. */
export function CeilingSection() {
  const [unit, ceiling, price]: [CeilingUnit | null, number | null, number | null] = useWatch({
    name: ['ceilingUnit', 'ceiling', 'ceilingPrice'],
  })
  // Once open it stays open: the user may be clearing its fields.
  const isOpen = useRef(false)
  isOpen.current ||= [unit, ceiling, price].some((value) => value !== null && value !== undefined)
  return (
    <FormSection
      title="Plafond de la saison"
      about="Ce que le prix comprend, et ce que coûte le reste. La loi veut les deux par écrit&nbsp;: l’un ne va pas sans l’autre."
    >
      <details open={isOpen.current}>
        <summary>Plafond en centimètres ou en passages, et prix au-delà</summary>
        <SimpleGrid cols={{ base: 1, xs: 3 }} mt="md">
          <SelectField name={at('ceilingUnit')} label="Compter en" choices={ceilingUnitNames} clearable placeholder="Aucun plafond" />
          <NumberField
            name={at('ceiling')}
            label="Plafond"
            suffix={unit === 'cm' ? 'cm' : undefined}
            min={0}
            decimals={unit === 'passes' ? 0 : 1}
          />
          <MoneyField name={at('ceilingPrice')} label={priceLabels[unit ?? 'cm']} min={0} max={1_000_000} />
        </SimpleGrid>
      </details>
    </FormSection>
  )
}
