// The office records a cheque that was given for a contract, deposits it, and learns that it bounced.
import { contractor, draft, read, write } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'
import { signIn } from './people.ts'

test('a cheque that bounces: recorded, deposited with a slip, and owed again @looks', async ({ page, request }) => {
  const owner = await contractor(request)
  const { id, contractNumber } = await draft(request, owner)
  await write(request, owner, 'contracts/statuses', { contractIds: [id], status: 'accepted' })
  const { totalPrice } = (await read(request, owner, `contracts/${id}`)) as { totalPrice?: unknown }
  const dollars = Number(totalPrice) / 100

  await signIn(page, owner, '/dashboard/contracts/cheques')
  await expect(page.getByText('Aucun chèque')).toBeVisible()
  await page.getByRole('button', { name: 'Inscrire un chèque' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option').first().click()
  await form.getByLabel('Numéro').fill('301')
  await form.getByLabel('Institution').fill('Caisse Desjardins')
  await form.getByLabel('Montant').fill(dollars.toFixed(2).replace('.', ','))
  await expect(form.getByLabel(`Contrat ${contractNumber}`)).toHaveValue(new RegExp(dollars.toFixed(2).replace('.', '[.,]')))
  await form.getByRole('button', { name: 'Inscrire' }).click()
  await expect(page.getByRole('row', { name: /301.*En main/ })).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ status: 'paid', payments: [{ type: 'check', editable: false }] })

  await page.getByText('Calendrier', { exact: true }).click()
  await page.getByRole('button', { name: 'Déposer ces chèques' }).click()
  await page.getByRole('dialog').getByLabel('Derniers chiffres du compte').fill('4821')
  await page.getByRole('dialog').getByRole('button', { name: 'Déposer' }).click()
  const slip = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Imprimer le bordereau' }).click()
  await slip
  await page.getByRole('dialog').getByRole('button', { name: 'Terminé' }).click()
  await expect(page.getByText('Aucun chèque en main')).toBeVisible()

  await page.getByText('Registre', { exact: true }).click()
  await page.getByRole('row', { name: /301.*Déposé/ }).click()
  await page.getByRole('button', { name: 'Sans provision' }).click()
  await page.getByRole('dialog').getByLabel('Motif').fill('Fonds')
  await page.getByRole('option', { name: 'Fonds insuffisants' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sans provision' }).click()
  await expect(page.getByRole('row', { name: /301.*Sans provision/ })).toBeVisible()
  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ status: 'accepted', payments: [] })
})
