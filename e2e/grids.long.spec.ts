// The grid that an office keeps open all day: what stays visible, and what the keyboard and the back button do.
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { settled } from './looks.ts'
import { newCompany, signIn } from './people.ts'

const lists = [
  { path: '/dashboard/client-folders/list', name: 'Clients' },
  { path: '/dashboard/client-folders/sites', name: 'Points de service' },
  { path: '/dashboard/client-folders/occupants', name: 'Occupants' },
]

/** Entirely inside the window, without scrolling. */
const isInSight = (what: ReturnType<Page['locator']>) =>
  what.evaluate((element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    return height > 0 && top >= 0 && bottom <= window.innerHeight + 1
  })

test('a list of 300 fits the window at any size: search, headings and pages stay visible', async ({ page, request }) => {
  test.setTimeout(180_000)
  await signIn(page, await newCompany(request, 300))
  for (const { path, name } of lists) {
    for (const [width, height] of [
      [1440, 900],
      [1440, 600],
      [1024, 500],
      [720, 450], // 1440 × 900 at 200 %
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      const grid = page.getByRole('grid', { name })
      await expect(grid.getByRole('row').nth(100)).toBeAttached()
      await settled(page)
      const section = page.getByRole('region', { name, exact: true })
      const pages = section.getByText('sur 300')
      // In a short window the page scrolls to the grid; its parts must then be visible together.
      await pages.scrollIntoViewIfNeeded()
      for (const part of [section.getByRole('textbox', { name: 'Rechercher' }), pages, grid.getByRole('columnheader').first()])
        expect.soft(await isInSight(part), `${name} at ${width} × ${height}`).toBe(true)
      if (height >= 600) expect.soft(await isInSight(page.getByRole('heading', { level: 1 })), `${name}: title`).toBe(true)

      await grid.getByRole('row').nth(100).scrollIntoViewIfNeeded()
      for (const part of [section.getByRole('textbox', { name: 'Rechercher' }), pages, grid.getByRole('row').nth(100)])
        expect.soft(await isInSight(part), `${name} at its end, ${width} × ${height}`).toBe(true)
    }
  }
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto('/dashboard/client-folders/list')
  await page
    .getByRole('grid')
    .getByRole('row')
    .nth(90)
    .getByRole('gridcell', { name: /^Client/ })
    .click()
  const detail = page.getByRole('complementary', { name: 'Détail' })
  await expect(detail.getByRole('heading', { name: /^Client/ })).toBeVisible()
  expect(await isInSight(detail)).toBe(true)
})

test('on a phone 300 cards scroll with the page, under the search and above the pages', async ({ page, request }) => {
  test.setTimeout(120_000)
  await signIn(page, await newCompany(request, 300))
  for (const { path, name } of lists)
    for (const height of [844, 520]) {
      await page.setViewportSize({ width: 390, height })
      await page.goto(path)
      const grid = page.getByRole('grid', { name })
      await expect(grid.getByRole('row').nth(99)).toBeAttached()
      await settled(page)
      for (const at of [20, 99]) {
        await grid.getByRole('row').nth(at).scrollIntoViewIfNeeded()
        const section = page.getByRole('region', { name, exact: true })
        // On a short screen the pages make room for rows.
        const pages = height > 600 ? [section.getByText('sur 300')] : []
        for (const part of [section.getByRole('textbox', { name: 'Rechercher' }), ...pages])
          expect.soft(await isInSight(part), `${name} at 390 × ${height}, card ${at}`).toBe(true)
      }
    }
})

test('an office worker uses the keyboard: sees the focus, opens a row, and Escape returns to it', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/client-folders/list')
  const grid = page.getByRole('grid', { name: 'Clients' })
  await expect(grid.getByRole('row').nth(2)).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Rechercher' })
  await search.focus()
  await expect(search).toHaveCSS('outline-style', 'solid')
  await grid.getByRole('row').nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const detail = page.getByRole('complementary', { name: 'Détail' })
  await expect(detail).toBeVisible()
  await detail.getByText('Numéro').click()
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(grid.getByRole('row').nth(2)).toBeFocused()

  await page.getByRole('tab', { name: 'Occupants' }).click()
  await page.getByRole('button', { name: 'Ajouter un occupant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouvel occupant' })
  await expect(dialog.getByLabel('Prénom')).toBeFocused()
  await dialog.getByLabel('Téléphone').click()
  await dialog.getByLabel('Nom', { exact: true }).click()
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(0)
})

test('on a phone back closes the sheet, and its close button leaves no history entry behind', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'proprio@bordee.demo', '/dashboard/settings')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  for (const [path, label] of [
    ['/dashboard/client-folders/list', 'Clients'],
    ['/dashboard/services', 'Services'],
  ] as const) {
    if (label === 'Services') await page.goto(path)
    const rows = page.getByRole('grid', { name: label }).getByRole('row')
    const sheet = page.getByRole('dialog', { name: 'Détail' })
    await rows.nth(1).click()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(rows.nth(1)).toBeVisible()

    await rows.nth(2).click()
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: 'Fermer' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await page.goto('/dashboard/settings')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('grid', { name: 'Clients' }).getByRole('row').nth(2).click()
  await page.getByRole('dialog', { name: 'Détail' }).getByRole('button', { name: 'Fermer' }).click()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Paramètres' })).toBeVisible()
})

test('a picker searches like a grid: « st-louis » finds Saint-Louis, with or without accents', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/client-folders/occupants')
  await page.getByRole('textbox', { name: 'Rechercher' }).fill('chemin st-louis')
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText('chemin Saint-Louis')
  await page.getByRole('button', { name: 'Ajouter un occupant' }).click()
  const picker = page.getByRole('dialog').getByRole('combobox', { name: 'Point de service' })
  await picker.fill('quebec st-louis')
  await expect(page.getByRole('option').first()).toContainText('chemin Saint-Louis')
  expect((await page.getByRole('option').allTextContents()).filter((text) => !text.includes('Saint-Louis'))).toEqual([])
})

test('an address is readable without scrolling at 1440, and shows with the phone number on phone cards', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  for (const { path, name } of lists) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    const grid = page.getByRole('grid', { name })
    const address = grid.locator('td[data-label^="Adresse"]').filter({ hasText: /\d+, / }).first()
    await expect(address).toBeVisible()
    const whole = await address.evaluate((cell) => {
      const box = cell.closest('table')?.parentElement?.getBoundingClientRect()
      return cell.getBoundingClientRect().right <= (box?.right ?? 0)
    })
    expect.soft(whole, name).toBe(true)

    await page.setViewportSize({ width: 390, height: 844 })
    await expect.soft(address, `${name} on a phone`).toBeVisible()
    if (name !== 'Points de service') await expect.soft(grid.locator('td[data-label="Téléphone"]').first(), name).toBeVisible()
  }
})

test('an office worker ticks the page, then all 120 clients, and types their number to remove them', async ({ page, request }) => {
  test.setTimeout(120_000)
  const owner = await newCompany(request, 120)
  await signIn(page, owner, '/dashboard/client-folders/list')
  await expect(page.getByText('1–100 sur 120')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Tout sélectionner dans la page' }).check()
  await expect(page.getByText('100 sélectionnés')).toBeVisible()
  await page.getByRole('button', { name: 'Sélectionner les 120' }).click()
  await page.getByRole('button', { name: 'Supprimer (120)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Supprimer 120 clients?' })
  await expect(dialog.getByRole('button', { name: 'Supprimer' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('120')
  await dialog.getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Aucun client')).toBeVisible()
})
