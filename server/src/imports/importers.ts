// Imports each entity after those it is linked to.
import type { ImportEntity } from '@bordee/core/imports/import.ts'
import type { RowPlace } from '@bordee/core/imports/mapped-rows.ts'
import { Problem } from '@bordee/core/problem.ts'
import { clientTakenMessages } from '../clients/client-changes.ts'
import { asProblem } from '../engine/http/problems.ts'
import { sectorTakenMessages } from '../sectors/sector-changes.ts'
import { siteTakenMessages } from '../sites/site-changes.ts'
import { loadFolders } from './held-folders.ts'
import { areaImporter } from './import-areas.ts'
import { clientImporter } from './import-clients.ts'
import { contractImporter } from './import-contracts.ts'
import { messageImporter } from './import-messages.ts'
import { occupantImporter } from './import-occupants.ts'
import { routeImporter } from './import-routes.ts'
import { sectorImporter } from './import-sectors.ts'
import { serviceImporter } from './import-services.ts'
import { siteImporter } from './import-sites.ts'
import { templateImporter } from './import-templates.ts'
import { unsubscribedImporter } from './import-unsubscribed.ts'
import type { Importation, Importer, Plan } from './importation.ts'

/** Receives the number of finished rows; may throw to stop between two transactions. */
export type Tell = (done: number) => Promise<void>

export async function importAll(importation: Importation, tell: Tell): Promise<void> {
  if (importation.isMapped('clients', 'sites', 'areas', 'occupants', 'routes', 'sectors', 'contracts')) await loadFolders(importation)
  const begun = { rows: 0 }
  await importOne(importation, serviceImporter, tell, begun)
  await importOne(importation, messageImporter, tell, begun)
  await importOne(importation, clientImporter, tell, begun)
  await importOne(importation, siteImporter, tell, begun)
  await importOne(importation, areaImporter, tell, begun)
  await importOne(importation, unsubscribedImporter, tell, begun) // with their dates, before occupants, who have none
  await importOne(importation, occupantImporter, tell, begun)
  await importOne(importation, routeImporter, tell, begun)
  await importOne(importation, sectorImporter, tell, begun)
  await importOne(importation, templateImporter, tell, begun)
  await importOne(importation, contractImporter, tell, begun)
  await tell(importation.total)
}

async function importOne<E extends ImportEntity, P extends Plan>(
  importation: Importation,
  importer: Importer<E, P>,
  tell: Tell,
  begun: { rows: number },
) {
  const { entity, atOnce } = importer
  if (!importation.isMapped(entity)) return
  const refusedBefore = importation.errors.length
  const plans = await importer.plan(importation, await importation.rowsOf(entity))
  begun.rows += importation.errors.length - refusedBefore
  const isForecast = importation.importId === null
  const changing = plans.filter(({ outcomes }) => outcomes.some((outcome) => outcome !== 'unchanged'))
  const written = new Set(isForecast ? [] : changing)
  for (const plan of plans) if (!written.has(plan)) importation.count(entity, plan.outcomes)
  if (isForecast) return
  begun.rows += rowsIn(plans) - rowsIn(changing)
  for (let from = 0; from < changing.length; from += atOnce) {
    const some = changing.slice(from, from + atOnce)
    await writeSome(importation, importer, some)
    begun.rows += rowsIn(some)
    await tell(begun.rows)
  }
}

const rowsIn = (plans: readonly Plan[]) => plans.reduce((sum, { rows }) => sum + rows.length, 0)

/** Writes plans together; if PostgreSQL refuses, one by one, so that a bad row doesn't affect the others. */
async function writeSome<E extends ImportEntity, P extends Plan>(importation: Importation, importer: Importer<E, P>, plans: readonly P[]) {
  const { entity } = importer
  const write = (some: readonly P[]) => importation.inCompany((ctx) => importer.write(ctx, importation, some))
  try {
    await write(plans)
    for (const { outcomes } of plans) importation.count(entity, outcomes)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (plans.length > 1) for (const plan of plans) await writeSome(importation, importer, [plan])
    else for (const plan of plans) refuse(importation, importer, plan, error)
  }
}

function refuse<E extends ImportEntity, P extends Plan>(importation: Importation, importer: Importer<E, P>, plan: P, error: unknown) {
  const { body } = asProblem(error, '', { ...siteTakenMessages, ...sectorTakenMessages, ...clientTakenMessages })
  const [said] = Object.values(body.formErrors ?? {}).flatMap((fields) => Object.values(fields))
  for (const row of plan.rows as readonly RowPlace[]) importation.refuse(importer.entity, row, said ?? body.message)
  importer.undo?.(importation, plan)
}

/** A refusal by PostgreSQL or a rule is about the row; any other error is a bug or a failure of the machine. */
function isRefusal(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return error instanceof Problem || /^(22|23)|^40001$|^40P01$/.test(code)
}
