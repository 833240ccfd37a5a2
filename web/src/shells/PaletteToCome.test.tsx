import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CommandPalette } from '../ui/CommandPalette.tsx'
import { Look } from '../ui/Look.tsx'
import { PaletteToCome } from './PaletteToCome.tsx'

test('what is typed before the palette is there is kept for it, and goes nowhere else', async () => {
  const typed = { current: '' }
  const screen = await render(
    <Look>
      <PaletteToCome typed={typed} />
      <input aria-label="Ailleurs" />
    </Look>,
  )
  const elsewhere = screen.getByRole('textbox', { name: 'Ailleurs' })
  await elsewhere.click()
  await userEvent.keyboard('pells{Backspace}')
  expect(typed.current).toBe('pell')
  await expect.element(elsewhere).toHaveValue('')

  await screen.rerender(
    <Look>
      <CommandPalette askedFor={1} typed={typed.current} commands={[]} />
    </Look>,
  )
  await expect.element(screen.getByRole('textbox', { name: 'Chercher partout' })).toHaveValue('pell')
})
