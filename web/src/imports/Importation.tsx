import { howManyRows } from '@bordee/core/imports/first-errors.ts'
import type { ImportForecast } from '@bordee/core/imports/import.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDatabaseImport } from '@tabler/icons-react'
import { EmptyState } from '../ui/states.tsx'
import { Hint } from '../ui/words.tsx'
import { Counts } from './Counts.tsx'
import { ErrorsButton } from './ImportErrors.tsx'
import classes from './imports.module.css'
import { Places } from './Places.tsx'
import type { Importing } from './useImporting.ts'

interface ImportationProps {
  importing: Importing
  forecast: ImportForecast | undefined
  onRun: () => void
  onAgain: () => void
}

export function Importation({ importing, forecast, onRun, onAgain }: ImportationProps) {
  if (importing.isUnderWay) return <UnderWay {...importing} />
  if (importing.errors) return <Over errors={importing.errors} last={importing.last} onAgain={onAgain} />
  return (
    <Stack className={classes.part}>
      {importing.hasFailed && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          Impossible d’importer vos données pour le moment. Contactez le support.
        </Alert>
      )}
      {forecast ? (
        <Ready forecast={forecast} onRun={onRun} />
      ) : (
        <EmptyState title="Aucune importation en cours" action={<Button onClick={onAgain}>Choisir des fichiers</Button>} />
      )}
    </Stack>
  )
}

function Ready({ forecast, onRun }: { forecast: ImportForecast; onRun: () => void }) {
  return (
    <>
      <Counts forecast={forecast} />
      <Group>
        <Button leftSection={<IconDatabaseImport size={18} />} onClick={onRun}>
          Importer
        </Button>
        {forecast.errors.length > 0 && (
          <Hint>{`${count(howManyRows(forecast.errors), 'ligne sera laissée', 'lignes seront laissées')} de côté.`}</Hint>
        )}
      </Group>
    </>
  )
}

function UnderWay({ done, total }: Importing) {
  return (
    <Stack className={classes.part} gap="xs">
      <Text fw={600} role="status">
        Importation en cours…
      </Text>
      <Progress value={total > 0 ? (100 * done) / total : 0} animated aria-label="Lignes importées" />
      <Text size="sm" c="dimmed" className="bordee-figures">
        {total > 0 ? `${formatNumber(done)} de ${count(total, 'ligne')}. ` : ''}Vous pouvez quitter cette page&nbsp;: l’importation
        continue.
      </Text>
    </Stack>
  )
}

interface OverProps {
  errors: NonNullable<Importing['errors']>
  last: Importing['last']
  onAgain: () => void
}

function Over({ errors, last, onAgain }: OverProps) {
  const isWhole = errors.length === 0
  return (
    <Stack className={classes.part}>
      <Alert
        color={isWhole ? 'spruce' : 'amber'}
        icon={isWhole ? <IconCheck /> : <IconAlertTriangle />}
        title="Importation terminée"
        role="status"
      >
        {isWhole
          ? 'Toutes les lignes sont en place.'
          : `${count(howManyRows(errors), 'ligne refusée', 'lignes refusées')}\u00a0: ${
              howManyRows(errors) > 1 ? 'corrigez-les, puis importez-les' : 'corrigez-la, puis importez-la'
            } de nouveau.`}
      </Alert>
      <Group>
        {!isWhole && <ErrorsButton errors={errors} opened />}
        {last && <Places {...last.places} />}
        <Button variant="default" size="compact-sm" onClick={onAgain}>
          Importer d’autres fichiers
        </Button>
      </Group>
    </Stack>
  )
}
