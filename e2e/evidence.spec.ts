import { readFile } from 'node:fs/promises'
import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('the office produces a dossier for a claim, it verifies, and one changed byte is reported', async ({ page }) => {
  test.setTimeout(90_000)
  await signIn(page, 'proprio@bordee.demo')
  await page.goto('/dashboard/claims')
  await page.getByRole('row', { name: /Marc Pelletier/ }).click()
  await expect(page.getByText('Prescription')).toBeVisible()
  await page.getByRole('button', { name: 'Dossier de preuve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dossier de preuve' })
  await dialog.getByRole('button', { name: 'Préparer le dossier' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog.getByRole('button', { name: 'Télécharger' }).first().click({ timeout: 60_000 }),
  ])
  expect(download.suggestedFilename()).toMatch(/^Dossier de preuve .*\.pdf$/)
  const original = await readFile(await download.path())

  await page.goto('/verification')
  const drop = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'dossier.pdf', mimeType: 'application/pdf', buffer })
  await drop(original)
  await expect(page.getByRole('status').filter({ hasText: 'Dossier authentique' })).toContainText('Rien n’y a changé.')
  const changed = Buffer.from(original)
  const middle = Math.floor(changed.length / 2)
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle)
  await drop(changed)
  await expect(page.getByRole('status').filter({ hasText: 'Dossier modifié' })).toContainText('au moins un octet a changé')
})
