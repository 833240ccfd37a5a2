import { formatHour, wallClock } from '@bordee/core/time.ts'
import { hourMs, hourOf } from '@bordee/core/weather/hours.ts'
import { weatherCalls } from '@bordee/core/weather/weather.calls.ts'
import type { Figures } from '@bordee/core/weather/weather.ts'
import { Button, NumberInput, Select, SimpleGrid } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { ask } from '../ui/dialogs.tsx'
import { QuestionForm } from '../ui/QuestionForm.tsx'
import { useZone } from '../ui/zone.ts'

type Typed = Partial<Figures> & { hour: string }

/** What someone read on site. It counts before any other source. */
export function NoteWeather() {
  const zone = useZone()
  const add = useAction(weatherCalls.addWeatherHour, { done: 'Météo notée.', failed: 'La météo n’a pas été notée.' })
  async function askThenAdd() {
    const reading = await ask<Typed | null>('Noter la météo', null, (answer) => <TypedForm zone={zone} onAnswer={answer} />)
    if (reading) add.mutate({ reading })
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPencilPlus size={15} />}
      loading={add.isPending}
      onClick={() => void askThenAdd()}
    >
      Noter la météo
    </Button>
  )
}

const fields: { key: keyof Figures; label: string; least: number; most: number }[] = [
  { key: 'temperature', label: 'Température (°C)', least: -70, most: 60 },
  { key: 'snow', label: 'Neige dans l’heure (cm)', least: 0, most: 100 },
  { key: 'rain', label: 'Pluie dans l’heure (mm)', least: 0, most: 300 },
  { key: 'wind', label: 'Vent (km/h)', least: 0, most: 400 },
]
const hoursOffered = 24

function TypedForm({ zone, onAnswer }: { zone: string; onAnswer: (typed: Typed | null) => void }) {
  const [hours] = useState(() => Array.from({ length: hoursOffered }, (_, i) => new Date(hourOf(Date.now()) - i * hourMs).toISOString()))
  const [hour, setHour] = useState(hours[0] ?? '')
  const [typed, setTyped] = useState<Partial<Record<keyof Figures, number | string>>>({})
  const figures = Object.fromEntries(Object.entries(typed).filter(([, value]) => typeof value === 'number')) as Partial<Figures>
  const today = wallClock(new Date(), zone).date
  const nameOf = (at: string) => {
    const { date, time } = wallClock(at, zone)
    return `${date === today ? 'Aujourd’hui' : 'Hier'}, ${formatHour(time)}`
  }
  return (
    <QuestionForm
      submit="Noter"
      ready={Object.keys(figures).length > 0}
      onSubmit={() => onAnswer({ hour, ...figures })}
      onCancel={() => onAnswer(null)}
    >
      <Select
        label="Heure"
        allowDeselect={false}
        data={hours.map((at) => ({ value: at, label: nameOf(at) }))}
        value={hour}
        onChange={(next) => next && setHour(next)}
      />
      <SimpleGrid cols={2}>
        {fields.map(({ key, label, least, most }) => (
          <NumberInput
            key={key}
            label={label}
            min={least}
            max={most}
            decimalScale={1}
            hideControls
            value={typed[key] ?? ''}
            onChange={(value) => setTyped({ ...typed, [key]: value })}
          />
        ))}
      </SimpleGrid>
    </QuestionForm>
  )
}
