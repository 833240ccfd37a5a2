import { largestFile, mostFiles } from '@bordee/core/call.ts'
import { howManyRows } from '@bordee/core/imports/first-errors.ts'
import type { ImportProgress } from '@bordee/core/imports/import.ts'
import { count } from '@bordee/core/text.ts'
import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Hint } from '../ui/words.tsx'
import { ErrorsButton } from './ImportErrors.tsx'
import classes from './imports.module.css'
import { Places } from './Places.tsx'
import type { Uploading } from './useUpload.ts'

export const spreadsheets = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.ms-excel': ['.xls'],
  'text/csv': ['.csv'],
}
const confirmationMs = 2000

interface ChooseFilesProps {
  files: File[]
  onChange: (files: File[]) => void
  upload: Uploading
  /** The company's previous import. */
  last: ImportProgress | undefined
}

export function ChooseFiles({ files, onChange, upload, last }: ChooseFilesProps) {
  const added = useConfirmation()
  return (
    <Stack className={classes.part}>
      <FileDrop
        label="Classeurs Excel (.xlsx, .xls) ou CSV"
        accept={spreadsheets}
        files={files}
        onChange={(next) => {
          if (next.length > files.length) added.show(next.length - files.length)
          onChange(next)
        }}
        maxCount={mostFiles}
        maxMegabytes={largestFile / 1024 / 1024}
        busy={upload.isPending}
      />
      <Stack gap="sm" aria-live="polite">
        {added.shown > 0 && (
          <Text className={classes.confirmation}>
            <IconCheck size={18} aria-hidden />
            {count(added.shown, 'fichier ajouté', 'fichiers ajoutés')}
          </Text>
        )}
        {upload.isPending && (
          <Stack gap={6}>
            <Text size="sm">{upload.part < 1 ? 'Envoi des fichiers…' : 'Lecture des fichiers…'}</Text>
            <Progress value={100 * upload.part} animated={upload.part >= 1} aria-label="Envoi des fichiers" />
          </Stack>
        )}
        {upload.refusals.map((refusal) => (
          <Alert key={refusal} color="red" icon={<IconAlertTriangle />}>
            {refusal}
          </Alert>
        ))}
      </Stack>
      <Hint>
        Une feuille par sujet, ou une seule liste avec le client, l’adresse et le téléphone sur chaque ligne. Rien n’est importé avant la
        dernière étape.
      </Hint>
      {last && <LastImport {...last} />}
    </Stack>
  )
}

/** What remains to be done after the last import, for a user who left before it ended. */
function LastImport({ errors, places }: ImportProgress) {
  if (errors.length === 0 && places.wanted === 0) return null
  return (
    <section className={classes.last} aria-label="Dernière importation">
      <Text size="sm">{`Dernière importation\u00a0: ${count(howManyRows(errors), 'ligne refusée', 'lignes refusées')}.`}</Text>
      {errors.length > 0 && <ErrorsButton errors={errors} />}
      <Places {...places} />
    </section>
  )
}

/** The number of files just added; back to 0 after two seconds. */
function useConfirmation() {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (shown === 0) return
    const timer = setTimeout(() => setShown(0), confirmationMs)
    return () => clearTimeout(timer)
  }, [shown])
  return { shown, show: setShown }
}
