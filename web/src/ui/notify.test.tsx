import { conflict, Problem } from '@bordee/core/problem.ts'
import { notifications } from '@mantine/notifications'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from './Look.tsx'
import { notify, notifyFailure } from './notify.ts'

const fallback = 'Une erreur est survenue.'

afterEach(() => {
  notifications.cleanQueue()
  notifications.clean()
})

async function said() {
  await render(<Look>page</Look>)
  return (error: unknown) => notifyFailure(error, fallback)
}

const message = (tone: string) => document.querySelector(`[data-tone="${tone}"]`)?.textContent

test('a refusal shows the server’s message, in the style of its type', async () => {
  const say = await said()
  say(new Problem(422, 'Ce client existe déjà.'))
  say(conflict('Le contrat est déjà signé.'))
  say(new Problem(400, 'C’est fait, en partie.', { type: 'success' }))
  say(new Problem(503, 'Votre compagnie attend déjà trop de réponses.', { type: 'failure' }))

  await expect.element(page.getByText('Ce client existe déjà.')).toBeVisible()
  expect(message('failure')).toContain('Ce client existe déjà.')
  expect(message('warning')).toContain('Le contrat est déjà signé.')
  await expect.element(page.getByText('Votre compagnie attend déjà trop de réponses.')).toBeVisible()
  expect(message('success')).toContain('C’est fait, en partie.')
})

for (const [what, error] of [
  ['an internal error', new Problem(500, 'relation "contracts" does not exist')],
  ['a network failure', new TypeError('Failed to fetch')],
  ['an answer that is not JSON', new SyntaxError('Unexpected token <')],
  ['a refusal without words', new Problem(400, '')],
] as const) {
  test(`${what} shows the fallback, never its own message`, async () => {
    const say = await said()
    say(error)
    await expect.element(page.getByText(fallback)).toBeVisible()
    if (error.message) expect(document.body.textContent).not.toContain(error.message)
  })
}

test('every message ends as a sentence does', async () => {
  await render(<Look>page</Look>)
  notify('success', 'Modification sauvegardée')
  notify('success', 'Occupant ajouté.')
  await expect.element(page.getByText('Modification sauvegardée.', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Occupant ajouté.', { exact: true })).toBeVisible()
})

test('at most six messages show, and none twice', async () => {
  await render(<Look>page</Look>)
  for (let i = 1; i <= 9; i++) notify('success', `Message ${i}.`)
  notify('success', 'Message 1.')
  notify('success', 'Message 9.')

  await expect.element(page.getByText('Message 6.')).toBeVisible()
  expect(document.querySelectorAll('.mantine-Notification-root')).toHaveLength(6)
  expect(document.body.textContent?.match(/Message 1\./g)).toHaveLength(1)
})
