// Contracts on paper: printed in one file, verified by anyone, under another brand; and how they decide which sites
// are active.
import { contractor, draft, read, signedFile } from './contractor.ts'
import { expect, test } from './journey.ts'
import { violations } from './looks.ts'
import { agree, demoPassword, signIn } from './people.ts'

// Each test creates its own company and visits several screens.
test.describe.configure({ timeout: 180_000 })

test('staff give a template another brand, which its contracts carry', async ({ page, request }) => {
  const owner = await contractor(request)
  const { id, contractTemplateId } = await draft(request, owner)
  await signIn(page, owner, `/dashboard/contract-templates/${contractTemplateId}/edit`)
  await expect(page.getByRole('region', { name: 'Modèle' }).getByRole('textbox', { name: 'Nom' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nom de la compagnie' })).toHaveCount(0)

  const { id: companyId } = await read(request, owner, 'companies/current')
  const session = await page
    .context()
    .request.post('/api/identity/sign-in', { data: { email: 'super@bordee.demo', password: demoPassword } })
  const headers = { authorization: `Bearer ${((await session.json()) as { token: string }).token}` }
  const enter = (company: string) =>
    request.patch('/api/accounts/current', { headers, data: { account: { accesses: [{ companyId: company, isCurrent: true }] } } })
  const { currentAccess } = (await (await request.get('/api/accounts/current', { headers })).json()) as {
    currentAccess: { companyId: string }
  }
  await enter(companyId)
  try {
    await page.goto(`/dashboard/contract-templates/${contractTemplateId}/edit`)
    await page.getByRole('textbox', { name: 'Nom de la compagnie' }).fill('Neiges Prestige')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Modèle de contrat modifié avec succès')).toBeVisible()
    await request.post('/api/contracts/sync-info', { headers, data: { contractIds: [id] } })
  } finally {
    await enter(currentAccess.companyId) // restore the demo for later journeys
  }

  expect(await read(request, owner, `contracts/${id}`)).toMatchObject({ companyName: 'Neiges Prestige' })
})

test('before contracts decide which sites are active, the office sees how many become inactive', async ({ page, request }) => {
  const owner = await contractor(request, 2)
  await signIn(page, owner, '/dashboard/company/general')
  const save = page.getByRole('form', { name: 'Compagnie' }).getByRole('button', { name: 'Enregistrer' })
  await page.getByRole('switch', { name: /Le contrat change l’état/ }).check()
  await save.click()
  const question = page.getByRole('dialog', { name: /Rendre 2.points de service inactifs/ })
  await question.getByRole('button', { name: 'Annuler' }).click()
  expect((await read(request, owner, 'sites')).map(({ status }) => status)).toEqual(['active', 'active'])

  await save.click()
  await question.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(question).toHaveCount(0)
  await expect(async () => {
    expect((await read(request, owner, 'sites')).map(({ status }) => status)).toEqual(['inactive', 'inactive'])
  }).toPass()
})

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
