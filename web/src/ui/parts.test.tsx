import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ErrorBoundary } from './broken.tsx'
import { confirm, confirmByName } from './dialogs.tsx'
import { FileDrop } from './FileDrop.tsx'
import { Look } from './Look.tsx'
import { lazyComponent } from './lazyComponent.tsx'
import { openFile } from './openFile.ts'
import { sanitize } from './RichTextView.tsx'
import { Wizard } from './Wizard.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a question answers true only through its button', async () => {
  await render(<Look>page</Look>)
  const yes = confirm({ title: 'Supprimer 3 clients?', confirm: 'Supprimer', destructive: true })
  await button('Supprimer').click()
  expect(await yes).toBe(true)
  const no = confirm({ title: 'Encore?' })
  await button('Annuler').click()
  expect(await no).toBe(false)
  const escaped = confirm({ title: 'Toujours?' })
  await expect.element(page.getByRole('dialog', { name: 'Toujours?' })).toBeVisible() // the previous dialog may still be fading out
  await userEvent.keyboard('{Escape}')
  expect(await escaped).toBe(false)
})

test('an irreversible action requires the name, accents ignored', async () => {
  await render(<Look>page</Look>)
  const answer = confirmByName({ title: 'Supprimer la compagnie', name: 'Déneigement Boréal' })
  await expect.element(button('Supprimer')).toBeDisabled()
  await page.getByRole('textbox').fill('deneigement boreal')
  await button('Supprimer').click()
  expect(await answer).toBe(true)
})

let healthy = false
function Fragile() {
  if (!healthy) throw new Error('broken')
  return <p>Réparé</p>
}

test('a part that broke says so and can be rendered again', async () => {
  const onError = vi.fn()
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  await render(
    <Look>
      <ErrorBoundary onError={onError}>
        <Fragile />
      </ErrorBoundary>
    </Look>,
  )
  await expect.element(page.getByText('Une erreur est survenue.')).toBeVisible()
  expect(onError).toHaveBeenCalled()
  healthy = true
  await button('Réessayer').click()
  await expect.element(page.getByText('Réparé')).toBeVisible()
  quiet.mockRestore()
})

test('a part whose file a newer version removed offers to load the page again', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Gone = lazyComponent(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  await render(
    <Look>
      <ErrorBoundary>
        <Gone />
      </ErrorBoundary>
    </Look>,
  )
  await expect.element(button('Recharger la page')).toBeVisible()
  quiet.mockRestore()
})

test('a blocked window shows a message, and nothing is loaded', async () => {
  await render(<Look>page</Look>)
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const load = vi.fn()
  expect(await openFile(load)).toBe(false)
  await expect.element(page.getByText('Votre navigateur a bloqué la fenêtre', { exact: false })).toBeVisible()
  expect(load).not.toHaveBeenCalled()
  open.mockRestore()
})

test('rich text is shown without anything executable', () => {
  const shown = (html: string) => {
    const place = document.createElement('div')
    place.append(sanitize(html))
    return place.innerHTML
  }
  expect(shown('<p onclick="x()">a<script>x()</script><img src=x onerror=x()></p>')).toBe('<p>a</p>')
  expect(shown('<a href="javascript:x()">a</a>')).not.toContain('javascript')
  expect(shown('<p style="text-align: center; background: url(javascript:x)">a</p>')).toBe('<p style="text-align: center;">a</p>')
  expect(shown('<p><strong>avant 7 h</strong></p>')).toBe('<p><strong>avant 7 h</strong></p>')
})

function Import() {
  const [files, setFiles] = useState<File[]>([])
  return (
    <Look>
      <FileDrop label="Fichiers CSV" accept={{ 'text/csv': ['.csv'] }} files={files} onChange={setFiles} maxCount={2} maxMegabytes={1} />
    </Look>
  )
}

test('files are listed, removed, and refused by name', async () => {
  await render(<Import />)
  const csv = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'text/csv' })
  const input = page.elementLocator(document.querySelector('input[type=file]') as HTMLElement)
  await userEvent.upload(input, [csv('a.csv'), csv('b.csv'), csv('c.csv')])
  await expect.element(page.getByRole('button', { name: 'Retirer a.csv' })).toBeVisible()
  await expect.element(page.getByText('c.csv n’a pas été ajouté.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Retirer a.csv' }).click()
  await userEvent.upload(input, csv('lourd.csv', 2 * 1024 * 1024))
  await expect.element(page.getByText('dépasse 1', { exact: false })).toBeVisible()
})

function Steps({ onFinish }: { onFinish: () => void }) {
  const [step, setStep] = useState(0)
  return (
    <Look>
      <Wizard
        label="Nouveau client"
        step={step}
        onStep={setStep}
        onFinish={onFinish}
        steps={[
          { label: 'Client', content: 'un' },
          { label: 'Occupants', content: 'deux' },
        ]}
      />
    </Look>
  )
}

test('steps are done in order, and the user can go back', async () => {
  const onFinish = vi.fn()
  await render(<Steps onFinish={onFinish} />)
  await expect.element(button('Précédent')).toBeDisabled()
  await button('Suivant').click()
  await expect.element(page.getByText('deux', { exact: true })).toBeVisible()
  await button('Terminer').click()
  expect(onFinish).toHaveBeenCalledOnce()
  await button('Précédent').click()
  await expect.element(page.getByText('un', { exact: true })).toBeVisible()
})
