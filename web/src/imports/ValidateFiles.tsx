import {
  type EntityMapping,
  type ImportEntity,
  type ImportForecast,
  type ImportMappings,
  importEntities,
  type Unalerted,
  type UploadedSheet,
  unalertedReasons,
} from '@bordee/core/imports/import.ts'
import { guessedKeys } from '@bordee/core/imports/mappings.ts'
import { count } from '@bordee/core/text.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconChecks, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { Counts } from './Counts.tsx'
import { EntityCard } from './EntityCard.tsx'
import { mappedEntities, usualEntities } from './entities.ts'
import { ErrorsTable, RowsButton } from './ImportErrors.tsx'
import classes from './imports.module.css'
import { SheetPreview } from './SheetPreview.tsx'

interface ValidateFilesProps {
  sheets: readonly UploadedSheet[]
  mappings: ImportMappings
  onChange: (mappings: ImportMappings) => void
  check: Check
}

interface Check {
  /** What the import would do; undefined before the check, and after any change. */
  forecast: ImportForecast | undefined
  isPending: boolean
  /** Every required field has a column. */
  isReady: boolean
  run: () => void
}

export function ValidateFiles({ sheets, mappings, onChange, check }: ValidateFilesProps) {
  const [isAll, setAll] = useState(false)
  const shown = importEntities.filter((entity) => isAll || usualEntities.includes(entity) || mappings[entity])
  const change = (entity: ImportEntity, mapping: EntityMapping | undefined) => onChange({ ...mappings, [entity]: mapping })
  const choose = (entity: ImportEntity, name: string | null) => {
    const sheet = sheets.find((one) => one.name === name)
    change(entity, sheet && { sheet: sheet.name, keyMappings: guessedKeys(entity, sheet, mappings) })
  }
  return (
    <Stack gap="lg">
      <SheetPreview sheets={sheets} />
      <Stack gap="sm">
        <SectionTitle>Colonnes</SectionTitle>
        {shown.map((entity) => (
          <EntityCard
            key={entity}
            entity={entity}
            sheets={sheets}
            mappings={mappings}
            onSheet={(name) => choose(entity, name)}
            onKeys={(keyMappings) => change(entity, { sheet: mappings[entity]?.sheet ?? '', keyMappings })}
          />
        ))}
        {shown.length < importEntities.length && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => setAll(true)}
            className={classes.more}
          >
            {count(importEntities.length - shown.length, 'autre sujet', 'autres sujets')}
          </Button>
        )}
      </Stack>
      <LeftAside sheets={sheets} mappings={mappings} />
      <EmptyFormulas sheets={sheets} mappings={mappings} />
      <Checked {...check} />
    </Stack>
  )
}

/** Names the columns of the used sheets whose formulas were saved without their values. */
function EmptyFormulas({ sheets, mappings }: Pick<ValidateFilesProps, 'sheets' | 'mappings'>) {
  const used = new Set(mappedEntities(mappings).map(([, { sheet }]) => sheet))
  const columns = sheets.filter(({ name }) => used.has(name)).flatMap(({ columns }) => columns.filter(({ emptyFormulas }) => emptyFormulas))
  if (columns.length === 0) return null
  const named = columns.map(({ originalKey, emptyFormulas = 0 }) => `«\u00a0${originalKey}\u00a0» (${count(emptyFormulas, 'ligne')})`)
  return (
    <Alert color="amber" icon={<IconAlertTriangle />} title="Formules sans valeur" className={classes.anywhere}>
      {`Le fichier ne contient pas le résultat des formules de ${named.join(', ')}. `}
      Les colonnes voisines les remplacent si elles suffisent. Sinon, ouvrez le fichier dans Excel, enregistrez-le, puis choisissez-le de
      nouveau.
    </Alert>
  )
}

/** Names the unused sheets: an entity comes from one sheet, so a second list of clients would be lost silently. */
function LeftAside({ sheets, mappings }: Pick<ValidateFilesProps, 'sheets' | 'mappings'>) {
  const used = new Set(mappedEntities(mappings).map(([, { sheet }]) => sheet))
  const unused = sheets.filter(({ name }) => !used.has(name)).map(({ name }) => `«\u00a0${name}\u00a0»`)
  if (unused.length === 0) return null
  return (
    <Text size="sm" c="dimmed" className={classes.anywhere}>
      {unused.length === 1 ? 'Feuille laissée de côté' : 'Feuilles laissées de côté'}
      {`\u00a0: ${unused.join(', ')}. Une autre liste du même sujet s’importe ensuite, à part.`}
    </Text>
  )
}

function Checked({ forecast, isPending, isReady, run }: Check) {
  return (
    <Stack gap="sm">
      <SectionTitle>Vérification</SectionTitle>
      <Group>
        <Button
          variant={forecast ? 'default' : 'filled'}
          leftSection={<IconChecks size={18} />}
          disabled={!isReady}
          loading={isPending}
          onClick={run}
        >
          Vérifier
        </Button>
        <Hint>{isReady ? 'Rien n’est encore importé.' : 'Choisissez d’abord une colonne pour chaque champ obligatoire.'}</Hint>
      </Group>
      <div aria-live="polite">
        {forecast && (
          <Stack gap="sm">
            <Counts forecast={forecast} />
            {forecast.alerts && <AlertedOccupants {...forecast.alerts} />}
          </Stack>
        )}
      </div>
      {forecast && forecast.errors.length > 0 && (
        <>
          <Alert color="amber" icon={<IconAlertTriangle />}>
            Ces lignes seront laissées de côté. Vous pourrez les exporter après l’importation, les corriger et les importer de nouveau.
          </Alert>
          <ErrorsTable errors={forecast.errors} />
        </>
      )}
    </Stack>
  )
}

const reasons: Record<Unalerted, [one: string, many: string]> = {
  landline: ['ligne fixe sans appel', 'lignes fixes sans appel'],
  extension: ['numéro avec poste', 'numéros avec poste'],
  phone: ['sans téléphone', 'sans téléphone'],
  unsubscribed: ['désabonné', 'désabonnés'],
}

/** Says how many of the imported occupants will receive alerts, and why the others will not. */
function AlertedOccupants({ alerted, unalerted, rows }: NonNullable<ImportForecast['alerts']>) {
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
