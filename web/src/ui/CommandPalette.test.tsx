import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CommandPalette } from './CommandPalette.tsx'
import { keepKeys } from './earlyKeys.ts'
import { Look } from './Look.tsx'

test('a result that arrives after the typing can be chosen with Enter too', async () => {
  const run = vi.fn()
  const palette = (labels: string[]) => (
    <Look>
      <CommandPalette askedFor={1} commands={labels.map((label) => ({ id: label, label, run: () => run(label) }))} />
    </Look>
  )
  const screen = await render(palette([]))
  await screen.getByRole('textbox', { name: 'Chercher partout' }).fill('pell')
  await expect.element(screen.getByText('Aucun résultat')).toBeVisible()

  await screen.rerender(palette(['Claire Pelletier', 'Paul Pelletier']))
  await expect.element(screen.getByRole('button', { name: 'Claire Pelletier' })).toBeVisible()
  await userEvent.keyboard('{Enter}')

  expect(run.mock.calls).toEqual([['Claire Pelletier']])
})

test('Enter alone runs the first command', async () => {
  const run = vi.fn()
  const commands = ['Nouveau client', 'Clients'].map((label) => ({ id: label, label, run: () => run(label) }))
  const screen = await render(
    <Look>
      <CommandPalette askedFor={1} commands={commands} />
    </Look>,
  )
  await expect.element(screen.getByRole('textbox', { name: 'Chercher partout' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(run.mock.calls).toEqual([['Nouveau client']])
})

test('a search under way says so, and « nothing found » shows only once it is over', async () => {
  const palette = (isSearching: boolean) => (
    <Look>
      <CommandPalette askedFor={1} commands={[]} isSearching={isSearching} />
    </Look>
  )
  const screen = await render(palette(true))
  await screen.getByRole('textbox', { name: 'Chercher partout' }).fill('xyz')
  await expect.element(screen.getByText('Recherche…')).toBeVisible()
  expect(screen.getByText('Aucun résultat').query()).toBeNull()

  await screen.rerender(palette(false))
  await expect.element(screen.getByText('Aucun résultat')).toBeVisible()
})

test('what is typed before the palette is there is kept for it, and goes nowhere else', async () => {
  const elsewhere = await render(<input aria-label="Ailleurs" />)
  await elsewhere.getByRole('textbox', { name: 'Ailleurs' }).click()
  keepKeys()
  await userEvent.keyboard('pells{Backspace}')
  await expect.element(elsewhere.getByRole('textbox', { name: 'Ailleurs' })).toHaveValue('')

  const screen = await render(
    <Look>
      <CommandPalette askedFor={1} commands={[]} />
    </Look>,
  )
  const field = screen.getByRole('textbox', { name: 'Chercher partout' })
  await expect.element(field).toHaveValue('pell')
  await userEvent.keyboard('etier')
  await expect.element(field).toHaveValue('pelletier')
})
