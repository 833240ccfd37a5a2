import { hash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { compareText, formatNumber } from '../../core/src/text.ts'
import { buildWeb } from '../../house/web-build.ts'
import { assertRight, type Bench } from './bench.ts'
import { openBrowser, openDesk, signIn } from './bench-browser.ts'
import { openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'
import { measureFrames } from './frames.ts'

const rows = 10_000
/** Milliseconds of script in one frame; users notice more. */
const promised = 50

export const bench: Bench = {
  title: `The grid with ${rows.toLocaleString('en')} rows, as built for users`,
  async run() {
    await buildWeb()
    await using server = await openBenchServer()
    await using browser = await openBrowser()
    const { company, email } = await fillClients(server, rows)
    await server.inCompany(company, (tx) => tx.sql`update clients set type = 'commercial' where number::int % 3 = 0`)
    const page = await openDesk(browser, server)
    await signIn(page, email)
    await page.getByText(/sur 10.000/).waitFor()
    await page.waitForTimeout(1500) // don't measure what is left of loading
    return await measureFrames(page, actions, promised)
  },
}

// The clients that `fillClients` creates, to check the results against.
const clients = Array.from({ length: rows }, (_, i) => ({ number: String(i + 1), name: `Client ${hash('md5', String(i + 1))}` }))
const inOrder = clients.map(({ name }) => name).toSorted(compareText)
const isCommercial = ({ number }: { number: string }) => Number(number) % 3 === 0

/** Waits until the page reports this many rows. */
const found = (page: Page, isFound: (client: (typeof clients)[number]) => boolean) =>
  page.getByText(new RegExp(`sur ${formatNumber(clients.filter(isFound).length).replace(/\s/g, '\\s')}$`)).waitFor()
const firstRow = (page: Page, name: string | undefined) => page.getByRole('row').nth(1).filter({ hasText: name }).waitFor()

const actions: Record<string, (page: Page) => Promise<void>> = {
  async 'sorts by name, up, down and not'(page) {
    const header = page.getByRole('columnheader', { name: 'Nom' }).getByRole('button').first()
    for (const expected of [inOrder.at(0), inOrder.at(-1)]) {
      await header.click()
      await firstRow(page, expected)
      await page.waitForTimeout(400)
    }
    await header.click()
    await page.waitForTimeout(400)
  },
  async 'searches as one types'(page) {
    const search = page.getByPlaceholder('Rechercher').first()
    await search.pressSequentially('CLIÉNT 77', { delay: 180 })
    // The number is also in the e-mail, the phone and the addresses.
    await found(page, ({ name, number }) => name.includes('77') || number.includes('77'))
    assertRight((await search.inputValue()) === 'CLIÉNT 77', 'no letter is lost')
    await search.fill('')
    await found(page, () => true)
  },
  async 'filters by a text as one types'(page) {
    await page.getByRole('button', { name: 'Filtrer Nom' }).click()
    await page.getByRole('textbox', { name: 'Nom contient' }).pressSequentially('client 7', { delay: 180 })
    await found(page, ({ name }) => name.startsWith('Client 7'))
    await page.getByRole('button', { name: 'Effacer', exact: true }).click()
    await found(page, () => true)
    await page.getByRole('button', { name: 'Fermer', exact: true }).click()
  },
  async 'filters by choices'(page) {
    await page.getByRole('button', { name: 'Filtrer Type' }).click()
    await page.getByRole('checkbox', { name: 'Commercial' }).click()
    await found(page, isCommercial)
    await page.getByRole('checkbox', { name: 'Résidentiel' }).click()
    await found(page, () => true)
    await page.getByRole('button', { name: 'Effacer', exact: true }).click()
    await page.getByRole('button', { name: 'Fermer', exact: true }).click()
  },
  async 'turns pages'(page) {
    for (const [turn, first] of [
      ['suivante', 101],
      ['précédente', 1],
    ]) {
      await page
        .getByRole('region', { name: 'Clients' })
        .getByRole('button', { name: `Page ${turn}` })
        .click()
      await page.getByText(new RegExp(`^${first}–`)).waitFor()
      await page.waitForTimeout(300)
    }
  },
  async scrolls(page) {
    await page.getByRole('row').nth(5).hover()
    for (let i = 0; i < 40; i++) {
      await page.mouse.wheel(0, i < 20 ? 400 : -400)
      await page.waitForTimeout(16)
    }
  },
}
