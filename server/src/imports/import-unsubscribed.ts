import { required } from '@bordee/core/wire.ts'
import { unsubscribeMany } from '../alerts/subscriptions.ts'
import { readExported } from './company-export.ts'
import { unsubscribedPhones } from './import-occupants.ts'
import type { Importer, Plan } from './importation.ts'
import { writtenInstant } from './planning.ts'

interface UnsubscribedPlan extends Plan {
  phone: string
  since: Date | null
}

/** A phone that is already unsubscribed stays so, and keeps its first date. */
export const unsubscribedImporter: Importer<'unsubscribed', UnsubscribedPlan> = {
  entity: 'unsubscribed',
  atOnce: 1000,

  async plan(importation, rows) {
    const known = await unsubscribedPhones(importation)
    const { timeZone } = await importation.inCompany((ctx) => readExported(ctx, importation.companyId))
    const plans = new Map<string, UnsubscribedPlan>()
    for (const row of rows) {
      await importation.pause()
      const { phone, since } = row.values
      if (!phone) importation.refuse('unsubscribed', row, `Téléphone\u00a0: ${required}`)
      else if (!plans.has(phone))
        plans.set(phone, {
          phone,
          since: since ? writtenInstant(since, timeZone) : null,
          rows: [row],
          outcomes: [known.has(phone) ? 'unchanged' : 'created'],
        })
    }
    return [...plans.values()]
  },

  async write(ctx, { companyId }, plans) {
    const phones = plans.map(({ phone, since }) => ({ phone, since: since ?? ctx.now }))
    await unsubscribeMany(ctx, { companyId, accountId: ctx.actor.accountId, request: 'Importation', phones })
  },
}
