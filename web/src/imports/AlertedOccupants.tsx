import type { ImportForecast, Unalerted } from '@bordee/core/imports/import.ts'
import { unalertedReasons } from '@bordee/core/imports/import.ts'
import { count } from '@bordee/core/text.ts'
import { Group, Text } from '@mantine/core'
import { RowsButton } from './ImportErrors.tsx'

const reasons: Record<Unalerted, [one: string, many: string]> = {
  landline: ['ligne fixe sans appel', 'lignes fixes sans appel'],
  extension: ['numéro avec poste', 'numéros avec poste'],
  phone: ['sans téléphone', 'sans téléphone'],
  unsubscribed: ['désabonné', 'désabonnés'],
}

/** Says how many of the imported occupants will receive alerts, and why the others will not. */
export function AlertedOccupants({ alerted, unalerted, rows }: NonNullable<ImportForecast['alerts']>) {
  const told = unalertedReasons.filter((reason) => unalerted[reason] > 0)
  const others = told.reduce((sum, reason) => sum + unalerted[reason], 0)
  const why = told.map((reason) => count(unalerted[reason], ...reasons[reason])).join(', ')
  return (
    <Group gap="xs">
      <Text size="sm" className="bordee-figures">
        {count(alerted, 'occupant recevra les alertes', 'occupants recevront les alertes')}
        {others > 0 && `, ${count(others, 'n’en recevra pas', 'n’en recevront pas')}\u00a0: ${why}`}.
      </Text>
      {others > 0 && (
        <RowsButton title="Occupants sans alertes" rows={rows}>
          Voir ces lignes
        </RowsButton>
      )}
    </Group>
  )
}
