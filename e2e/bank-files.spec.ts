// A bank's file is uploaded twice: what it says is paid once.
import { contractor, draft, read, write } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'
import { signIn } from './people.ts'

test('a bank file uploaded twice: matched, applied, and nothing paid again @looks', async ({ page, request }) => {
  const owner = await contractor(request)
  const { id, contractNumber } = await draft(request, owner)
  await write(request, owner, 'contracts/statuses', { contractIds: [id], status: 'accepted' })
  const { transferCode, paymentShedules } = (await read(request, owner, `contracts/${id}`)) as unknown as {
    transferCode: string
    paymentShedules: { amount: number }[]
  }
  const cents = paymentShedules[0]?.amount ?? 0
  const amount = (cents / 100).toFixed(2).replace('.', ',')
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const csv = [
    'Date;Description;Débit;Crédit',
    `${day};Virement de Zoé ${transferCode};;${amount}`,
    `${day};Épicerie;42,00;`,
    `${day};Inconnu;;1,23`,
  ].join('\r\n')
  const file = { name: 'novembre.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') }

  await signIn(page, owner, '/dashboard/invoicing/bank-files')
  await expect(page.getByText('Aucun relevé')).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('cell', { name: `Virement de Zoé ${transferCode}` })).toBeVisible()
  await expect(page.getByText(/^2.entrées d’argent/)).toBeVisible()
  await page.getByLabel('Nom du compte').fill('Caisse')
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Rapprocher ce relevé' }).click()
  await expect(page.getByRole('row', { name: /Sûre/ })).toContainText(contractNumber)
  await expect(page.getByRole('row', { name: /À classer/ })).toContainText('Inconnu')
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Appliquer (1)' }).click()
  await expect(page.getByRole('row', { name: /Appliquée/ })).toBeVisible()
  const paid = [{ amount: cents, type: 'interact', editable: false }]
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ payments: paid })

  await page.goto('/dashboard/invoicing/bank-files')
  await page.locator('input[type=file]').setInputFiles({ ...file, name: 'encore.csv' })
  await page.getByRole('button', { name: 'Rapprocher ce relevé' }).click()
  await expect(page.getByRole('row', { name: /Appliquée/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Sûre/ })).toBeHidden()
  expect(((await read(request, owner, `contracts/${id}`)) as unknown as { payments: unknown[] }).payments).toHaveLength(1)

  await page.getByRole('row', { name: /Appliquée/ }).click()
  await page.getByRole('button', { name: 'Annuler ce paiement' }).click()
  await expect(page.getByRole('row', { name: /Sûre/ })).toBeVisible()
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ payments: [] })
})
