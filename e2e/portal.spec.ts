// A client on a phone: from the e-mail to the signed contract.
import { read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { linkInLetterTo } from './people.ts'
import { fitsAndIsAccessible, followLink, historyOf, sent, sign, tickBoxes } from './portal.ts'

test.use({ viewport: { width: 390, height: 844 } })

// Each test creates its own company.
test.describe.configure({ timeout: 120_000 })

test('from the e-mail to the signature in three taps, then the PDF at once, and the occupants to alert', async ({ page, request }) => {
  const contract = await sent(request, { alerts: true })
  await followLink(page, request, contract)
  await expect(page.getByText('Le déneigement commence à 5 cm.')).toBeVisible()
  await expect(page.getByText('À signer')).toBeVisible()
  await fitsAndIsAccessible(page)

  await sign(page).click()
  await expect(page.getByText('Veuillez cocher cette case')).toHaveCount(2)
  await tickBoxes(page)
  await sign(page).dblclick() // an unsteady hand

  await expect(page.getByText('Contrat signé avec succès')).toBeVisible()
  await page.waitForURL('**/occupants')
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger le contrat signé' }).click()
  expect((await kept).suggestedFilename()).toBe(`Contrat ${contract.contractNumber}.pdf`)
  await page.getByRole('button', { name: 'Ajouter un occupant' }).click()
  await page.getByRole('group', { name: 'Occupant 2' }).getByRole('textbox', { name: 'Prénom' }).fill('Rose')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Veuillez entrer un numéro de téléphone valide').or(page.getByText('Ce champ est requis.'))).toBeVisible()
  await page.getByRole('group', { name: 'Occupant 2' }).getByRole('textbox', { name: 'Téléphone' }).fill('4185550177')
  await fitsAndIsAccessible(page)
  await page.getByRole('button', { name: 'Enregistrer' }).click()

  await expect(page.getByText('Modifications enregistrées avec succès')).toBeVisible()
  await page.waitForURL('**/client/contracts')
  await expect(page.getByRole('article', { name: `Contrat ${contract.contractNumber}` }).getByText('Signé')).toBeVisible()
  expect((await read(request, contract.owner, 'contacts')).map(({ phone }) => phone)).toContain('4185550177')
  expect((await historyOf(request, contract)).filter((event) => event === 'accept')).toHaveLength(1)
  await linkInLetterTo(request, contract.owner, /^Contrat signé/)
})
