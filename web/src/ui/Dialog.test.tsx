import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './Dialog.tsx'
import { ask, confirm } from './dialogs.tsx'
import { Look } from './Look.tsx'

function Late() {
  const [isThere, setThere] = useState(false)
  return (
    <Look>
      <Dialog opened onClose={() => undefined} title="Nouvel occupant">
        {isThere && <TextInput label="Prénom" />}
      </Dialog>
      <Button onClick={() => setThere(true)} data-late>
        Charger
      </Button>
    </Look>
  )
}

test('a dialog focuses its first field, not its close button', async () => {
  await render(
    <Look>
      <Dialog opened onClose={() => undefined} title="Nouveau service">
        <Button>Aide</Button>
        <TextInput label="Nom" />
        <TextInput label="Description" />
      </Dialog>
    </Look>,
  )
  await expect.element(page.getByRole('textbox', { name: 'Nom' })).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(page.getByRole('button', { name: 'Fermer' })).toHaveFocus()
})

test('a field that appears later takes the focus', async () => {
  await render(<Late />)
  await expect.element(page.getByRole('button', { name: 'Fermer' })).toHaveFocus()
  document.querySelector<HTMLElement>('[data-late]')?.click()
  await expect.element(page.getByRole('textbox', { name: 'Prénom' })).toHaveFocus()
})

test('a question focuses its field, else its confirm button, or « Annuler » if it is destructive', async () => {
  await render(<Look>{null}</Look>)
  const named = ask('Copier', null, () => <TextInput label="Nom de la copie" />)
  await expect.element(page.getByRole('textbox', { name: 'Nom de la copie' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await named

  const sent = confirm({ title: 'Envoyer?', confirm: 'Envoyer' })
  await expect.element(page.getByRole('button', { name: 'Envoyer' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(await sent).toBe(true)

  const removed = confirm({ title: 'Supprimer?', confirm: 'Supprimer', destructive: true })
  await expect.element(page.getByRole('button', { name: 'Annuler' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(await removed).toBe(false)
})

test('deleting more than twenty things requires typing their number', async () => {
  await render(<Look>{null}</Look>)
  const few = confirm({ title: 'Supprimer 20 clients?', confirm: 'Supprimer', destructive: true, count: 20 })
  await page.getByRole('button', { name: 'Supprimer' }).click()
  expect(await few).toBe(true)

  const many = confirm({ title: 'Supprimer 21 clients?', confirm: 'Supprimer', destructive: true, count: 21 })
  await expect.element(page.getByRole('button', { name: 'Supprimer' })).toBeDisabled()
  await page.getByRole('textbox', { name: /écrivez/ }).fill('21')
  await page.getByRole('button', { name: 'Supprimer' }).click()
  expect(await many).toBe(true)
})
