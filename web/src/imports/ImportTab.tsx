import type { Company } from '@bordee/core/companies/company.ts'
import type { ImportForecast, ImportMappings, Upload } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { missingFields, proposedMappings } from '@bordee/core/imports/mappings.ts'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../calls.ts'
import { LoadingPage } from '../ui/states.tsx'
import { Wizard } from '../ui/Wizard.tsx'
import { ChooseFiles } from './ChooseFiles.tsx'
import { mappedEntities } from './entities.ts'
import { Importation } from './Importation.tsx'
import { useImporting } from './useImporting.ts'
import { useUpload } from './useUpload.ts'
import { ValidateFiles } from './ValidateFiles.tsx'

// company/import: choose, check and import spreadsheets (docs/product/imports.md). Step titles are in English, sic.
export function ImportTab({ company: { id: companyId }, requestId }: { company: Company; requestId?: string | undefined }) {
  const [files, setFiles] = useState<File[]>([])
  const [step, setStep] = useState(0)
  const [mappings, setMappings] = useState<ImportMappings>({})
  const importing = useImporting(companyId)
  const check = useAction(importCalls.runImport, { failed: importFailed })
  const upload = useUpload((answer) => {
    setMappings(proposedMappings(answer.sheets))
    check.reset()
    importing.forget()
    setStep(1)
  })
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (!requestId || opened.current === requestId) return
    opened.current = requestId // once, even if the effect runs again
    upload.open(requestId)
  }, [requestId, upload])
  if (importing.isUnderWay && step !== 2) setStep(2) // a user who comes back sees the import under way
  if (importing.isLoading) return <LoadingPage />

  function changeFiles(next: File[]) {
    setFiles(next)
    upload.forget()
  }
  function changeMappings(next: ImportMappings) {
    setMappings(next)
    check.reset()
    importing.forget()
  }
  function go(to: number) {
    if (to !== 1 || upload.answer) setStep(to)
    else if (step === 0) void upload.send(files)
    else setStep(0) // the import began before this page was loaded: there are no files to show
  }
  const request = (answer: Upload) => ({ data: { uploadId: answer.uploadId }, companyId, ...mappings })
  const forecast = forecastOf(check.data)

  return (
    <Wizard
      label="Importation"
      step={step}
      onStep={go}
      busy={upload.isPending || check.isPending || importing.isUnderWay}
      steps={[
        {
          label: 'Choisir les fichiers',
          why: files.length === 0 && 'Choisissez d’abord un fichier.',
          content: <ChooseFiles files={files} onChange={changeFiles} upload={upload} last={importing.last} />,
        },
        {
          label: 'Valider les fichiers',
          why: !forecast && 'Vérifiez d’abord les fichiers.',
          content: upload.answer && (
            <ValidateFiles
              sheets={upload.answer.sheets}
              mappings={mappings}
              onChange={changeMappings}
              check={{
                forecast,
                isPending: check.isPending,
                isReady: isReady(mappings),
                run: () => upload.answer && check.mutate({ ...request(upload.answer), dryRun: true }),
              }}
            />
          ),
        },
        {
          label: 'Importation',
          content: (
            <Importation
              importing={importing}
              forecast={forecast}
              onRun={() => upload.answer && importing.run(request(upload.answer))}
              onAgain={() => {
                changeFiles([])
                setStep(0)
              }}
            />
          ),
        },
      ]}
    />
  )
}

const importFailed = 'Impossible d’importer vos données pour le moment. Contactez le support.'

const forecastOf = (answer: ImportForecast | unknown[] | undefined): ImportForecast | undefined =>
  answer && 'counts' in answer ? answer : undefined

const isReady = (mappings: ImportMappings) => {
  const entries = mappedEntities(mappings)
  return entries.length > 0 && entries.every(([entity, mapping]) => missingFields(entity, mapping, mappings).length === 0)
}
