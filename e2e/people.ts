// What several journeys do.
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const demoPassword = 'bordee-demo'

export async function signIn(page: Page, email: string, password = demoPassword) {
  await page.goto('/sign-in')
  await page.getByLabel('Courriel').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

/** Waits for the newest letter to someone and answers the address of its link, as he would read it in his mailbox. */
export async function linkInLetterTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  const session = await request.post('/api/identity/sign-in', {
    data: { email: 'super@bordee.demo', password: demoPassword, persistence: 'none' },
  })
  const { token } = (await session.json()) as { token: string }
  let link = ''
  await expect(async () => {
    const answer = await request.get('/api/outbox', {
      params: { channel: 'email', to: email },
      headers: { authorization: `Bearer ${token}` },
    })
    const letters = (await answer.json()) as { subject: string; text: string }[]
    const letter = letters.find((one) => subject.test(one.subject))
    link = /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /menu de/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('**/sign-in**')
}
