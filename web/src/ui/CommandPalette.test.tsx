import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CommandPalette } from './CommandPalette.tsx'
import { Look } from './Look.tsx'

test('what is found after it was typed is chosen by Enter too', async () => {
  const run = vi.fn()
  const palette = (labels: string[]) => (
    <Look>
      <CommandPalette askedFor={1} commands={labels.map((label) => ({ id: label, label, run: () => run(label) }))} />
    </Look>
  )
  const screen = await render(palette([]))
  await screen.getByRole('textbox', { name: 'Chercher une commande' }).fill('pell')
  await expect.element(screen.getByText('Aucune commande trouvée')).toBeVisible()

  await screen.rerender(palette(['Claire Pelletier', 'Paul Pelletier']))
  await expect.element(screen.getByRole('button', { name: 'Claire Pelletier' })).toBeVisible()
  await userEvent.keyboard('{Enter}')

  expect(run.mock.calls).toEqual([['Claire Pelletier']])
})
