// Chromium, and the office's pages as a user opens them.
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../house/chromium.ts'
import { testPassword } from '../../server/src/testing/people.ts'
import type { BenchServer } from './bench-server.ts'

export const openBrowser = () => chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

export const openDesk = (browser: Browser, { url }: BenchServer) =>
  browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: url, locale: 'fr-CA' })

export async function signIn(page: Page, email: string, next = '') {
  await page.goto(`/sign-in${next && `?next=${encodeURIComponent(next)}`}`)
  await page.getByLabel('Courriel').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(testPassword)
  await page.keyboard.press('Enter')
}
