import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('the office corrects a visit, and both are shown', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  await page.goto('/dashboard/claims')
  await page.getByRole('row', { name: /Ginette Lavoie/ }).click()
  await page.getByRole('link', { name: 'Claire Pelletier' }).click()
  await page.getByRole('tab', { name: 'Visites' }).click()
  await page.getByRole('button', { name: 'Corriger' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Aucune visite').click()
  await dialog.getByLabel('Motif').fill('Le camion attendait au coin.')
  await dialog.getByRole('button', { name: 'Corriger' }).click()
  await page.getByRole('button', { name: 'Corrigée' }).first().click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Corrections' })).toContainText('aucune visite')
})

test('the office attaches a letter to a claim and is told which other file was refused', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  await page.goto('/dashboard/claims')
  await page.getByRole('row', { name: /Marc Pelletier/ }).click()
  await page.getByLabel('Fichiers de la réclamation').setInputFiles([
    { name: 'Lettre de l’assureur.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') },
    { name: 'facture.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') },
    { name: 'vide.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ])
  const files = page.getByRole('region', { name: 'Fichiers' })
  await expect(files.getByRole('listitem')).toHaveCount(1)
  await expect(files.getByRole('alert')).toContainText([/facture\.pdf.*n’est pas un PDF/, /vide\.txt.*est vide/])
  const [download] = await Promise.all([page.waitForEvent('download'), files.getByRole('button', { name: /^Télécharger/ }).click()])
  expect(download.suggestedFilename()).toBe('Lettre de l’assureur.pdf')
  await files.getByRole('button', { name: /^Supprimer/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(files.getByRole('listitem')).toHaveCount(0)
})
