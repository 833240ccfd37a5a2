// A season's contracts, from the template to the last payment.
import type { Page } from '@playwright/test'
import { contractor, template, write } from './contractor.ts'
import { expect, test } from './journey.ts'
import { agree, signIn } from './people.ts'

async function choose(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

// Each test creates its own company and visits several screens.
test.describe.configure({ timeout: 180_000 })

test('the office prepares a template: services, instalments, taxes, a copy, the archive', async ({ page, request }) => {
  const owner = await contractor(request)
  await signIn(page, owner, '/dashboard/settings')
  await page.getByRole('link', { name: /Modèles de contrats/ }).click()
  await expect(page.getByText('Aucun modèle de contrat')).toBeVisible()
  await page.getByRole('link', { name: 'Nouveau modèle' }).click()

  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Saison')
  await page.getByRole('textbox', { name: 'Date de début' }).fill('01/11/2090')
  await page.getByRole('textbox', { name: 'Date de fin' }).fill('01/10/2090')
  await page.getByRole('button', { name: 'Ajouter un service' }).click()
  const line = page.getByRole('group', { name: 'Service 1' })
  await line.getByRole('textbox', { name: 'Prix' }).fill('400')
  await page.getByRole('button', { name: 'Ajouter un versement' }).click()
  await page.getByRole('group', { name: 'Versement 1' }).getByRole('textbox', { name: 'Pourcentage' }).fill('60')
  await page.getByRole('button', { name: 'Ajouter un versement' }).click()
  const second = page.getByRole('group', { name: 'Versement 2' })
  // Defaults: a month after the last instalment, and the rest of the 100 %.
  await expect(second.getByRole('textbox', { name: 'Date de paiement' })).toHaveValue('01/12/2090')
  await expect(second.getByRole('textbox', { name: 'Pourcentage' })).toHaveValue(/^40/)
  await page.getByText('Seuil de neige, heure limite').click()
  await page.getByRole('textbox', { name: 'Seuil de déclenchement' }).fill('2,5')
  await page.getByRole('textbox', { name: 'Clauses' }).fill('Le déneigement commence à 5 cm.')
  await page.getByRole('button', { name: 'Créer le modèle' }).click()

  await expect(page.getByText('Sélectionnez un service.')).toBeVisible()
  await expect(page.getByText('La date de fin doit être postérieure à la date de début.')).toBeVisible()
  await line.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: 'Déneigement' }).click()
  await page.getByRole('textbox', { name: 'Date de fin' }).fill('15/04/2091')
  await expect(page.getByText(/459,90/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Créer le modèle' }).click()

  await expect(page.getByText('Modèle de contrat créé avec succès')).toBeVisible()
  const shown = page.getByRole('article', { name: 'Saison' })
  for (const text of [/TPS \(5/, /TVQ \(9,975/, /459,90/, /275,94/, /183,96/, /^2,5.cm depuis/, 'Le déneigement commence à 5 cm.'])
    await expect(shown.getByText(text).first()).toBeVisible()

  await page.getByRole('button', { name: 'Dupliquer' }).click()
  await expect(page.getByRole('dialog').getByLabel('Nom de la copie')).toHaveValue('Saison (Copie)')
  await agree(page, 'Dupliquer')
  const copy = page.getByRole('article', { name: 'Saison (Copie)' })
  await expect(copy).toBeVisible()
  await page.getByRole('button', { name: 'Archiver' }).click()
  await expect(copy.getByText('Archivé', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Supprimer' }).click()
  await agree(page, 'Supprimer')
  // The first template shows when none is chosen, or when the requested one doesn't exist.
  await expect(shown).toBeVisible()
  await page.goto('/dashboard/contract-templates/list/0197a000-0000-7000-8000-00000000dead')
  await expect(shown).toBeVisible()
  await expect(page).toHaveURL(/contract-templates\/list$/)
})

test('a contract is created from a template, signed on paper and paid', async ({ page, request }) => {
  const owner = await contractor(request)
  await write(request, owner, 'contract-templates', { contractTemplate: template })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, owner, '/dashboard/contracts')
  await page.getByRole('link', { name: 'Nouveau contrat' }).click()

  await expect(page.getByRole('textbox', { name: 'Date de début' })).toHaveCount(0)
  await choose(page, 'Modèle', 'Résidentiel')
  await expect(page.getByText(/459,90/).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Date de début' })).toHaveCount(0)
  await choose(page, 'Client', /Client 001/)
  await expect(page.getByRole('textbox', { name: 'Date de début' })).toHaveValue('01/11/2090')
  // The client's only site is preselected.
  await expect(page.getByRole('combobox', { name: 'Point de service' })).toHaveValue(/Entrée 001/)
  // Residential: the warning shows only once an instalment falls before the first day.
  await page.getByRole('group', { name: 'Versement 1' }).getByRole('textbox', { name: 'Date de paiement' }).fill('01/10/2090')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/Loi sur la protection du consommateur/)).toBeVisible()
  await page.getByRole('button', { name: 'Créer le contrat' }).click()

  await expect(page.getByText('Contrat créé avec succès')).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Détail' })
  await expect(panel.getByText(/Prêt à imprimer/)).toBeVisible()
  await expect(panel.getByText('Créé', { exact: true })).toBeVisible()
  const summary = page.getByRole('region', { name: 'Sommaire des contrats' })
  await expect(summary.getByText(/459,90/).first()).toBeVisible()

  // Double-clicking a draft opens it: there is nothing to pay yet.
  await page.getByRole('row', { name: /Client 001/ }).dblclick()
  await expect(page).toHaveURL(/contracts\/edit/)
  await choose(page, 'Statut', 'Signé')
  await expect(page.getByRole('dialog').getByText(/irréversible/)).toBeVisible()
  await agree(page, 'Changer le statut')
  await expect(page.getByText('Statut modifié')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enregistrer', exact: true })).toHaveCount(0)

  await page.goto('/dashboard/contracts/list')
  await page.getByRole('row', { name: /Client 001/ }).dblclick()
  const dialog = page.getByRole('dialog', { name: /^Paiements/ })
  await dialog.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await dialog.getByRole('button', { name: 'Enregistrer les paiements' }).click()
  await expect(dialog.getByText('Veuillez sélectionner un type de paiement pour chaque ligne.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Chèque' }).click()
  await dialog.getByRole('textbox', { name: 'Montant' }).fill('500')
  await dialog.getByRole('button', { name: 'Enregistrer les paiements' }).click()
  await expect(dialog.getByText('La somme des paiements ne peut pas dépasser le total du contrat.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Montant' }).fill('459,90')
  await dialog.getByRole('button', { name: 'Enregistrer les paiements' }).click()
  await expect(page.getByText('Paiements mis à jour')).toBeVisible()
  await expect(page.getByRole('row', { name: /Client 001/ })).toContainText('Payé')

  await page.getByRole('tab', { name: 'Paiements' }).click()
  await expect(page.getByRole('row', { name: /Client 001/ })).toContainText('Chèque')
  await page.getByRole('tab', { name: 'Historique' }).click()
  await expect(page.getByRole('row', { name: /Entièrement payé/ })).toBeVisible()
})
