import { howManyRows } from '@bordee/core/imports/first-errors.ts'
import type { ImportRequest, ImportRequestStatus } from '@bordee/core/imports/import-request.ts'
import { count } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Group, Stack, Text } from '@mantine/core'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import { Counts } from './Counts.tsx'
import { RowsButton } from './ImportErrors.tsx'

const names: Record<ImportRequestStatus, string> = { pending: 'En attente', imported: 'Importée', refused: 'Refusée' }
const tones: Record<ImportRequestStatus, StatusTone> = { pending: 'attention', imported: 'good', refused: 'bad' }

/** A list, what became of it, and what the check found; in brief, without the counts of each subject. */
export function RequestResult({ request, isBrief = false }: { request: ImportRequest; isBrief?: boolean }) {
  const { status, reason, askedAt, files, rowsCount, forecast } = request
  const zone = useZone()
  return (
    <Stack gap="sm" className="bordee-card" p="md">
      <Group gap="xs" role="status">
        <Status tone={tones[status]}>{names[status]}</Status>
        <Text size="sm">
          {files.join(', ')} · {count(rowsCount, 'ligne')} · {formatInstant(askedAt, zone)}
        </Text>
      </Group>
      {reason && <Text>{reason}</Text>}
      {status === 'pending' && (forecast ? <Forecast forecast={forecast} rowsCount={rowsCount} isBrief={isBrief} /> : <Unread />)}
    </Stack>
  )
}

function Unread() {
  return <Text size="sm">Aucune colonne n’a été reconnue. Notre équipe regardera votre liste; vous n’avez rien à faire de plus.</Text>
}

interface ForecastProps {
  forecast: NonNullable<ImportRequest['forecast']>
  rowsCount: number
  isBrief: boolean
}

function Forecast({ forecast, rowsCount, isBrief }: ForecastProps) {
  const refused = howManyRows(forecast.errors)
  return (
    <>
      <Group gap="sm">
        <Text fw={600}>
          {refused === 0
            ? 'Toutes les lignes sont bonnes.'
            : `${count(rowsCount - refused, 'ligne bonne', 'lignes bonnes')}, ${count(refused, 'ligne à corriger', 'lignes à corriger')}.`}
        </Text>
        {refused > 0 && (
          <RowsButton title="Lignes à corriger" rows={forecast.errors}>
            Voir ces lignes
          </RowsButton>
        )}
      </Group>
      {!isBrief && <Counts forecast={forecast} />}
    </>
  )
}
