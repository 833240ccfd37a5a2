// Contracts on paper: printed in one file, verified by anyone, under another brand; and how they decide which sites
// are active.
import { contractor, draft, signedFile } from './contractor.ts'
import { expect, test } from './journey.ts'
import { violations } from './looks.ts'
import { agree, signIn } from './people.ts'

// Each test creates its own company and visits several screens.
test.describe.configure({ timeout: 180_000 })

test('several contracts are printed into one saved file', async ({ page, request }) => {
  const owner = await contractor(request, 3)
  for (const client of [0, 1, 2]) await draft(request, owner, client)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, owner, '/dashboard/contracts/list')

  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check()
  await page.getByRole('button', { name: 'Actions (3)' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Imprimer' }).click()
  await expect(page.getByText('3\u00a0contrats passeront à «\u00a0Imprimé\u00a0».')).toBeVisible()
  await agree(page, 'Imprimer')

  expect((await download).suggestedFilename()).toBe('Contrats (3).pdf')
  await expect(page.getByRole('gridcell', { name: 'Imprimé' })).toHaveCount(3)
  await expect(page.getByText('3\u00a0contrats sont passés à «\u00a0Imprimé\u00a0».')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('anyone can check whether a signed contract is still as signed', async ({ page, request }) => {
  const owner = await contractor(request)
  const contract = await draft(request, owner)
  const buffer = await signedFile(request, owner, contract)
  const drop = (name: string, bytes: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: bytes })

  await page.goto('/verification')
  await drop('contrat.pdf', buffer)
  await expect(page.getByText('Contrat authentique')).toBeVisible()
  await expect(page.getByText(new RegExp(`le contrat ${contract.contractNumber} de Neiges du Nord`))).toBeVisible()
  expect(await violations(page)).toEqual([])

  const changed = Buffer.from(buffer)
  changed.writeUInt8(changed.readUInt8(2000) ^ 1, 2000)
  await drop('change.pdf', changed)
  await expect(page.getByText('Fichier inconnu')).toBeVisible()
  await expect(page.getByText('Contrat authentique')).toHaveCount(0)
})
