import { MultiSelect, Select } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from './Look.tsx'
import { Pickers } from './Pickers.tsx'

const places = ['Lévesque – 12, rue Saint-Jean, Québec', 'Côté – 2700, chemin Sainte-Foy, Québec', 'Roy – 8, avenue Cartier, Lévis']

test('every picker searches as grids do: without accents, words in any order, « st- » for « saint »', async () => {
  await render(
    <Look>
      <Pickers>
        <Select label="Un" data={places} searchable />
        <MultiSelect label="Plusieurs" data={[{ group: 'Adresses', items: places }]} searchable />
      </Pickers>
    </Look>,
  )
  for (const label of ['Un', 'Plusieurs'])
    for (const [search, found] of [
      ['st-jean levesque', places[0]],
      ['ste-foy', places[1]],
      ['LEVIS roy', places[2]],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(search)
      await expect.element(page.getByRole('option')).toHaveTextContent(found ?? '')
    }
})
