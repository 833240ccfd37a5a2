import { createBrowserHistory, createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import { useLeavePrompt } from './useLeavePrompt.tsx'

// These routes are not the product's, which give Link its types.
const Anywhere = Link as ComponentType<{ to: string; children: ReactNode }>
const home = location.href
afterEach(() => history.replaceState(null, '', home))

function Edit({ save }: { save: () => Promise<boolean> }) {
  const [name, setName] = useState('')
  const prompt = useLeavePrompt(name !== '', save)
  return (
    <>
      <input aria-label="Nom" value={name} onChange={(event) => setName(event.target.value)} />
      <Anywhere to="/other">Ailleurs</Anywhere>
      {prompt}
    </>
  )
}

/** Opens an edit page at /edit, reached from /list, with the given `save`. */
async function open(save: () => Promise<boolean>) {
  const root = createRootRoute({ component: Outlet })
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/list', component: () => <p>Liste</p> }),
    createRoute({ getParentRoute: () => root, path: '/edit', component: () => <Edit save={save} /> }),
    createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>Autre page</p> }),
  ]
  history.replaceState(null, '', '/list')
  const router = createRouter({ routeTree: root.addChildren(routes), history: createBrowserHistory() })
  await render(
    <Look>
      <RouterProvider router={router as never} />
    </Look>,
  )
  await router.navigate({ to: '/edit' as never })
  await expect.element(page.getByLabelText('Nom')).toBeVisible()
}

/** vi.waitFor gives up after one second, which a busy machine may need. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = page.getByRole('link', { name: 'Ailleurs' })

test('without changes the user leaves without a question', async () => {
  await open(async () => true)
  await link.click()
  await expect.element(page.getByText('Autre page')).toBeVisible()
})

test('« Annuler » stays on the page and keeps the text', async () => {
  const save = vi.fn(async () => true)
  await open(save)
  await page.getByLabelText('Nom').fill('Éloïse')
  await link.click()
  await button('Annuler').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Nom')).toHaveValue('Éloïse')
  expect(save).not.toHaveBeenCalled()
})

test('« Quitter sans enregistrer » leaves without saving', async () => {
  const save = vi.fn(async () => true)
  await open(save)
  await page.getByLabelText('Nom').fill('Éloïse')
  await link.click()
  await button('Quitter sans enregistrer').click()
  await expect.element(page.getByText('Autre page')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

test('« Enregistrer » saves, then leaves', async () => {
  const save = vi.fn(async () => true)
  await open(save)
  await page.getByLabelText('Nom').fill('Éloïse')
  await link.click()
  await button('Enregistrer').click()
  await expect.element(page.getByText('Autre page')).toBeVisible()
  expect(save).toHaveBeenCalledOnce()
})

for (const [how, save] of [
  ['is refused', async () => false],
  ['throws', async () => Promise.reject(new TypeError('Failed to fetch'))],
] as const) {
  test(`when saving ${how} the user stays on the page`, async () => {
    await open(save)
    await page.getByLabelText('Nom').fill('Éloïse')
    await link.click()
    await button('Enregistrer').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Nom')).toHaveValue('Éloïse')
  })
}

test('going back asks too', async () => {
  await open(async () => true)
  await page.getByLabelText('Nom').fill('Éloïse')
  history.back()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await button('Quitter sans enregistrer').click()
  await expect.element(page.getByText('Liste')).toBeVisible()
})

test('the browser asks before a reload only if something would be lost', async () => {
  await open(async () => true)
  const reload = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(reload()).toBe(false)
  await page.getByLabelText('Nom').fill('Éloïse')
  await eventually(() => expect(reload()).toBe(true))
  await link.click()
  await button('Quitter sans enregistrer').click()
  await expect.element(page.getByText('Autre page')).toBeVisible()
})
