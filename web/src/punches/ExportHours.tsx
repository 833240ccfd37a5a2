import { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { Period, usePeriod } from '../ui/Period.tsx'
import { QuestionForm } from '../ui/QuestionForm.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { Hint } from '../ui/words.tsx'
import { weekOf } from './hoursWords.ts'

interface Props {
  people: { value: string; label: string }[] | undefined
  onClose: () => void
}

/** A period, of one person or of everyone, as a file for the payroll. */
export function ExportHours({ people, onClose }: Props) {
  const { today, range, setRange, days } = usePeriod((day) => weekOf(day).from)
  const [accountId, setAccountId] = useState<string | null>(null)
  const load = useAction(punchCalls.exportPunches, { failed: () => null })
  const save = async () => {
    if (days === 'not yet') return
    const file = () => load.mutateAsync({ ...days, ...(accountId && { accountId }) })
    if (await saveFile(file, `heures-${days.from}-${days.to}.csv`, 'Impossible d’exporter ces heures.')) onClose()
  }
  return (
    <QuestionForm submit="Exporter" ready={days !== 'not yet'} busy={load.isPending} onSubmit={save} onCancel={onClose}>
      <Stack>
        <Period range={range} onChange={setRange} max={today} />
        <Select label="Personne" placeholder="Toute l’équipe" clearable data={people ?? []} value={accountId} onChange={setAccountId} />
        <Hint>Un fichier CSV qui s’ouvre dans Excel&nbsp;: les heures en décimales, et en heures et minutes.</Hint>
      </Stack>
    </QuestionForm>
  )
}
