// Contract templates: a row per service; rows with the same name are one template.
import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import { newTemplateFields, type Template, type TemplateChanges } from '@bordee/core/templates/template.ts'
import { required } from '@bordee/core/wire.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { picked } from '../engine/db/writing.ts'
import { archiveTemplate, changeTemplate, insertTemplate, type NewTemplate } from '../templates/template-changes.ts'
import { lockTemplate, templateRows } from '../templates/templates.queries.ts'
import type { Importation, Importer, Plan } from './importation.ts'
import { namesOf, takeByName } from './names.ts'
import { outcomeOf, writtenInstant } from './planning.ts'
import { bothTerms, isHeld, type Line, lineIn, mergedLines, noContracts, storedClauses, type Terms, termsIn } from './said-terms.ts'

interface Said extends Terms {
  description?: string | null | undefined
  deletedAt?: string | undefined
}

interface Draft {
  name: string
  said: Said
  lines: Line[]
  rows: MappedRow<'templates'>[]
}

interface TemplatePlan extends Plan {
  template: { id: string; changes: TemplateChanges; lines: Line[] } | { fresh: NewTemplate }
  archivedAt: Date | null
}

export const templateImporter: Importer<'templates', TemplatePlan> = {
  entity: 'templates',
  atOnce: 10,

  async plan(importation, rows) {
    const services = await namesOf(importation, 'services')
    const drafts = new Map<string, Draft>()
    for (const row of rows) {
      await importation.pause()
      const { name = '', description, deletedAt } = row.values
      const line = lineIn(services, row.values)
      const problem = 'problem' in line ? line.problem : name ? undefined : `Nom\u00a0: ${required}`
      if (problem !== undefined || 'problem' in line) {
        importation.refuse('templates', row, problem ?? '')
        continue
      }
      const before = drafts.get(nameKey(name)) ?? { name, said: {}, lines: [], rows: [] }
      const own = { ...termsIn(row.values), ...(description && { description }), ...(deletedAt && { deletedAt }) }
      drafts.set(nameKey(name), {
        name: before.name,
        said: bothTerms<Said>(before.said, own),
        lines: [...before.lines, ...line.lines],
        rows: [...before.rows, row],
      })
    }
    const { company, held } = await importation.inCompany(readHeld)
    const next = takeByName(held, ({ name }) => name)
    return [...drafts.values()].flatMap((draft) => planned(importation, draft, next(draft.name), company))
  },

  async write(ctx, _run, plans) {
    for (const { template, archivedAt } of plans) {
      const id = 'fresh' in template ? await insertTemplate(ctx, template.fresh) : await change(ctx, template)
      if (archivedAt) await archiveTemplate(ctx, id, archivedAt)
    }
  },
}

/** Merges the file's lines with the template as it is now. Returns its id. */
async function change(ctx: Ctx, { id, changes, lines }: { id: string; changes: TemplateChanges; lines: Line[] }): Promise<string> {
  const held = await lockTemplate(ctx, id)
  const services = mergedLines(held.services, lines).map((line) => ({ ...line, pricing: line.pricing ?? 'season' }))
  await changeTemplate(ctx, id, { ...changes, services })
  return id
}

interface Company {
  isActive: boolean
  timeZone: string
}

function planned(
  importation: Importation,
  { name, said, lines, rows }: Draft,
  held: Template | undefined,
  { isActive, timeZone }: Company,
): TemplatePlan[] {
  const { description, deletedAt, ...terms } = said
  const { instalments, paymentMethods, ...plain } = terms
  const wanted = {
    ...plain,
    ...(description && { description }),
    ...(instalments && { paymentSchedules: instalments }),
    ...(paymentMethods && { contractTemplatePaymentMethod: paymentMethods }),
  }
  const services = held ? mergedLines(held.services, lines) : lines
  const read = newTemplateFields.safeParse({ name, ...(held && picked(held, ['startAt', 'endAt'])), ...wanted, services })
  const clauses = said.clauses === undefined ? { html: '' } : storedClauses(said.clauses)
  const problem = !isActive ? noContracts : 'problem' in clauses ? clauses.problem : read.error?.issues[0]?.message
  if (problem !== undefined || !read.success) {
    for (const row of rows) importation.refuse('templates', row, problem ?? '')
    return []
  }
  const archivedAt = deletedAt && !held?.deletedAt ? writtenInstant(deletedAt, timeZone) : null
  const isSame = held && isHeld(termsOf(held), terms, services) && (!description || description === held.description)
  const { startAt, endAt } = read.data
  if (!held) note(importation, name, { startAt, endAt })
  const changed = isSame && !archivedAt ? {} : { archivedAt }
  const template = held ? { id: held.id, changes: wanted, lines } : { fresh: read.data }
  return [{ template, archivedAt, rows, outcomes: [outcomeOf(!held, changed)] }]
}

/** A contract of the same forecast may be made from it. */
function note(importation: Importation, name: string, season: { startAt: string; endAt: string }) {
  const id = crypto.randomUUID()
  importation.noteNamed('contract_templates', name, id)
  importation.seasons.set(id, season)
}

const termsOf = ({ paymentSchedules, contractTemplatePaymentMethod, services, ...template }: Template) => ({
  ...template,
  instalments: paymentSchedules,
  paymentMethods: contractTemplatePaymentMethod,
  lines: services,
})

async function readHeld(ctx: Ctx) {
  const [company = { isActive: false, timeZone: '' }] = await ctx.tx.sql<Company>`
    select contract_is_active as "isActive", time_zone as "timeZone" from companies where id = ${companyOf(ctx)}`
  const held = await ctx.tx.rows(templateRows(ctx))
  // Of several with a name, one that is not archived is meant.
  return { company, held: held.map(({ json }) => json).toSorted((a, b) => Number(a.deletedAt !== null) - Number(b.deletedAt !== null)) }
}
