import { howManyRows } from '@bordee/core/imports/first-errors.ts'
import type { ImportRequest, ImportRequestStatus } from '@bordee/core/imports/import-request.ts'
import { count } from '@bordee/core/text.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Group, Stack, Text } from '@mantine/core'
import { Status, type StatusTone } from '../ui/Status.tsx'
import { useZone } from '../ui/zone.ts'
import { Counts } from './Counts.tsx'
import { ErrorsTable, RowsButton } from './ImportErrors.tsx'

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
      {forecast ? <Forecast request={request} forecast={forecast} isBrief={isBrief} /> : status === 'pending' && <Unread />}
    </Stack>
  )
}

function Unread() {
  return <Text size="sm">Aucune colonne n’a été reconnue. Notre équipe regardera votre liste; vous n’avez rien à faire de plus.</Text>
}

interface ForecastProps {
  request: ImportRequest
  forecast: NonNullable<ImportRequest['forecast']>
  isBrief: boolean
}

/** What the check found, or what the import refused once it is done. */
function Forecast({ request: { status, rowsCount }, forecast, isBrief }: ForecastProps) {
  const refused = howManyRows(forecast.errors)
  const isPending = status === 'pending'
  const title = isPending ? 'Lignes à corriger' : 'Lignes refusées'
  return (
    <>
      {isPending && (
        <Text fw={600}>
          {refused === 0
            ? 'Toutes les lignes sont bonnes.'
            : `${count(rowsCount - refused, 'ligne bonne', 'lignes bonnes')}, ${count(refused, 'ligne à corriger', 'lignes à corriger')}.`}
        </Text>
      )}
      {!isPending && refused > 0 && <Text fw={600}>{`${count(refused, 'ligne refusée', 'lignes refusées')}.`}</Text>}
      {refused > 0 &&
        (isBrief ? (
          <div>
            <RowsButton title={title} rows={forecast.errors}>
              Voir ces lignes
            </RowsButton>
          </div>
        ) : (
          <ErrorsTable errors={forecast.errors} label={title} />
        ))}
      {isPending && !isBrief && <Counts forecast={forecast} />}
    </>
  )
}
