import { Button, Select } from '@mantine/core'
import { shownNames, type useShown } from './shown.ts'

const choices = Object.entries(shownNames).map(([value, label]) => ({ value: value as keyof typeof shownNames, label }))

export function ShownSelect({ shown: [shown, show] }: { shown: ReturnType<typeof useShown> }) {
  return (
    <Select
      aria-label="Lignes montrées"
      w={150}
      allowDeselect={false}
      data={choices}
      value={shown}
      onChange={(next) => next && show(next)}
    />
  )
}

/** Where the chosen ones are none. */
export const ShowAll = ({ shown: [, show] }: { shown: ReturnType<typeof useShown> }) => (
  <Button onClick={() => show('all')}>Voir toutes les lignes</Button>
)
