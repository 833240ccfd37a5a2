import { quoted } from '@bordee/core/imports/found.ts'
import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import { type Message, type Model, messageErrors, modelsFor } from '@bordee/core/messages/message.ts'
import { sql } from '../engine/db/sql.ts'
import { messageHandlers } from '../messages/messages.handlers.ts'
import { readExported } from './company-export.ts'
import type { Importer, Plan } from './importation.ts'
import { takeByName } from './names.ts'
import { changesOf, outcomeOf } from './planning.ts'

type Values = Partial<Omit<Message, 'id'>>

interface MessagePlan extends Plan {
  id: string | undefined
  values: Values
}

export const messageImporter: Importer<'messages', MessagePlan> = {
  entity: 'messages',
  atOnce: 100,

  async plan(importation, rows) {
    const { held, name } = await importation.inCompany(async (ctx) => ({
      held: await ctx.tx.rows(sql<Message>`
        select id, short, long, model, is_active as "isActive" from messages where company_id = ${importation.companyId} order by id`),
      name: (await readExported(ctx, importation.companyId)).name,
    }))
    const next = takeByName(held, ({ short }) => short)
    const models = modelsFor(name)
    return rows.flatMap((row): MessagePlan[] => {
      const said = valuesOf(row, models)
      const known = 'problem' in said ? undefined : next(said.values.short ?? '')
      const wanted = 'problem' in said ? {} : { short: '', long: '', model: null, isActive: true, ...known, ...said.values }
      const [problem] = 'problem' in said ? [said.problem] : Object.values(messageErrors(wanted as Message))
      if (problem || 'problem' in said) {
        importation.refuse('messages', row, problem ?? '')
        return []
      }
      const values = known ? changesOf<Values>(known, said.values) : said.values
      if (!known) importation.noteNamed('messages', said.values.short ?? '')
      return [{ id: known?.id, values, rows: [row], outcomes: [outcomeOf(!known, values)] }]
    })
  },

  async write(ctx, _run, plans) {
    for (const { id, values } of plans)
      if (id) await messageHandlers.updateMessage(ctx, { id, message: values })
      else await messageHandlers.createMessage(ctx, { message: { short: '', long: '', model: null, isActive: true, ...values } })
  },
}

/** A model by id, as in an export, or by name; its texts are rendered with this company's name. */
function valuesOf({ values }: MappedRow<'messages'>, models: readonly Model[]): { values: Values } | { problem: string } {
  const { model: link, short, long, isActive } = values
  const own = { ...(short && { short }), ...(long && { long }), ...(isActive !== undefined && { isActive }) }
  if (!link) return { values: own }
  const model = models.find(({ id, short: name }) => id === link || nameKey(name) === nameKey(link))
  return model
    ? { values: { ...own, short: model.short, long: model.long, model: model.id } }
    : { problem: `Modèle\u00a0: aucun modèle ${quoted(link)}.` }
}
