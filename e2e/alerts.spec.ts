import type { APIRequestContext } from '@playwright/test'
import { anyHour, boreal, changeCompany, choose } from './alerting.ts'
import { expect, test } from './journey.ts'
import { drawSquare, headersOf, signIn } from './people.ts'

const express = '0197a000-0000-7000-8000-000000000002'

async function removeCards(request: APIRequestContext, email: string) {
  const headers = await headersOf(request, email)
  const cards = (await (await request.get('/api/payment_methods', { headers })).json()) as { id: string }[]
  for (const { id } of cards) await request.delete(`/api/payment_methods/${id}`, { headers })
}

test('an owner activates alerts with a card, pays once, and sees the tabs', async ({ page, request }) => {
  await removeCards(request, 'proprio2@bordee.demo')
  await signIn(page, 'proprio2@bordee.demo', '/dashboard/alerts')
  for (const point of ['Texto', 'Personnalisable', 'Immeuble à revenus']) await expect(page.getByText(point, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Activer maintenant par carte' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/229,95.*0,10/)).toBeVisible()
  const save = async (number: string) => {
    await dialog.getByLabel('Nom du titulaire').fill('Noémie Lavoie')
    await dialog.getByLabel('Numéro de carte').fill(number)
    await dialog.getByLabel('Expiration').fill('04/40')
    await dialog.getByLabel('CVC').fill('123')
    await dialog.getByRole('button', { name: 'Enregistrer la carte' }).click()
  }
  await save('4242 4242 4242 4241')
  await expect(dialog.getByText('Le numéro de carte est invalide.')).toBeVisible()
  // This card can be saved but is refused when charged: the owner must be able to pay with another.
  await save('4000 0000 0000 0341')
  const pay = dialog.getByRole('button', { name: /^Payer 229,95/ })
  await pay.click()
  await expect(page.getByText('La carte a été refusée par la banque.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Une autre carte' }).click()
  await save('4242 4242 4242 4242')
  await expect(dialog.getByRole('radio', { name: /4242/ })).toBeChecked()
  await pay.click()
  await expect(page.getByText('Les alertes sont actives.')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Envois', 'Historique', 'Réponses', 'Secteurs', 'Messages'])
  // Restore: other journeys use this company too.
  await changeCompany(request, express, { alertConfig: { isActive: false } })
  await removeCards(request, 'proprio2@bordee.demo')
})

test('the office writes a message that every phone can read, draws a sector, and alerts it', async ({ page, request }) => {
  await changeCompany(request, boreal, anyHour)
  await page.setViewportSize({ width: 1440, height: 1000 })
  await signIn(page, 'proprio@bordee.demo', '/dashboard/alerts/messages/create')
  await page.getByText('Le mien').click()
  const name = `Tempête ${Date.now()}`
  await page.getByRole('textbox', { name: 'Identifiant interne' }).fill(name)
  const text = page.getByRole('textbox', { name: 'Message envoyé au client' })
  await text.fill('Boréal : tempête ce soir, déplacez l’auto.')
  await expect(page.getByText('42/70 caractères')).toBeVisible()
  await page.getByRole('button', { name: 'Remplacer par des lettres simples' }).click()
  await expect(text).toHaveValue("Boréal : tempete ce soir, déplacez l'auto.")
  await expect(page.getByText('42/160 caractères')).toBeVisible()
  await page.getByRole('button', { name: 'Créer' }).click()
  await expect(page.getByText('Message créé avec succès')).toBeVisible()

  await page.goto('/dashboard/alerts/sectors')
  await page.getByRole('link', { name: 'Nouveau secteur' }).click()
  await page.getByRole('textbox', { name: 'Nom' }).fill(`${name} – centre`)
  await drawSquare(page, 'Tracé du secteur', 120)
  await expect(page.getByText(/km², .*points? de service/)).toBeVisible()
  await page.getByRole('button', { name: 'Créer le secteur' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${name} – centre`) })).toBeVisible()

  await page.goto('/dashboard/alerts')
  await choose(page, 'Message', name)
  await choose(page, 'Secteur', `${name} – centre`)
  const before = page.getByRole('region', { name: 'Avant d’envoyer' })
  await expect(before.getByText('Par texto')).toBeVisible()
  await page.getByRole('button', { name: 'Envoyer' }).click()
  // Target, text, cost and what pays for it.
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${name} – centre`)).toBeVisible()
  await expect(dialog.getByText("Boréal : tempete ce soir, déplacez l'auto.")).toBeVisible()
  await expect(dialog.getByText(/Coût.*alertes? prises? dans la banque; rien n’est facturé/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('heading', { name: 'Envoi terminé' })).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText(/\d+\s(envoyé|reçu)s?/)).toBeVisible()
  await page.getByRole('link', { name: 'Voir le détail' }).click()
  await page.waitForURL(/\/dashboard\/alerts\/history\/[0-9a-f-]{36}$/)
  const sentDetail = page.getByRole('region', { name: 'Envoi', exact: true })
  await expect(sentDetail.getByText('Boréal : tempete ce soir, déplacez l’auto.')).toBeVisible()
  await expect(sentDetail.getByText(/\d{2}\/\d{2}\/\d{4}/)).toBeVisible()
  await page.reload() // the send has its own URL
  await expect(page.getByRole('grid', { name: 'Détail de l’envoi' }).getByRole('row').nth(1)).toBeVisible()

  await page.getByRole('tab', { name: 'Historique' }).click()
  const sent = page.getByRole('row', { name: new RegExp(`${name} – centre`) })
  await expect(sent).toContainText('Terminé')
  await page.getByRole('tab', { name: 'Envois' }).click()
  await page.getByRole('region', { name: 'Progression' }).getByRole('button', { name: 'Fermer' }).click()
  await expect(page.getByRole('region', { name: 'Progression' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Historique' }).click()
  await sent.click()
  await expect(page.getByRole('grid', { name: 'Détail de l’envoi' }).getByRole('row').nth(1)).toBeVisible()
})
