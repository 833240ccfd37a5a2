import { claimKindNames } from '@bordee/core/claims/claim.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Group, SimpleGrid, Stack } from '@mantine/core'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ChoiceField } from '../ui/form/choices.tsx'
import { DateField, TimeField } from '../ui/form/dates.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { useZone } from '../ui/zone.ts'
import type { ClaimValues } from './claimForm.ts'

/** The fields that a new claim and an open one share. */
export function ClaimFields<V extends Omit<ClaimValues, 'state'> & FieldValues, O>({ form }: { form: UseFormReturn<V, unknown, O> }) {
  const at = fieldsOf(form as unknown as UseFormReturn<Omit<ClaimValues, 'state'>>)
  return (
    <Stack>
      <ChoiceField name={at('kind')} label="Genre" choices={claimKindNames} />
      <Group align="start">
        <DateField name={at('day')} label="Survenu le" required max={todayIn(useZone(), new Date())} />
        <TimeField name={at('time')} label="Heure" required />
      </Group>
      <TextField name={at('place')} label="Endroit" nullable placeholder="Devant la porte, près du garage…" />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name={at('claimant')} label="Réclamant" required />
        <TextField name={at('contact')} label="Coordonnées" nullable />
      </SimpleGrid>
      <TextareaField name={at('description')} label="Ce qui est arrivé" required minRows={4} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name={at('insurer')} label="Assureur" nullable />
        <TextField name={at('insurerNumber')} label="Nº de dossier de l’assureur" nullable />
        <MoneyField name={at('amountClaimed')} label="Montant réclamé" min={0} />
        <MoneyField name={at('amountSettled')} label="Montant réglé" min={0} />
      </SimpleGrid>
      <TextareaField name={at('notes')} label="Notes" nullable />
    </Stack>
  )
}
