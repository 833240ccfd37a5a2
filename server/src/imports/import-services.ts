import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { newServiceFields, type Service } from '@bordee/core/services/service.ts'
import { required } from '@bordee/core/wire.ts'
import { sql } from '../engine/db/sql.ts'
import { serviceHandlers } from '../services/services.handlers.ts'
import type { Importer, Plan } from './importation.ts'
import { takeByName } from './names.ts'
import { changesOf, outcomeOf } from './planning.ts'

interface ServicePlan extends Plan {
  id: string | undefined
  values: MappedRow<'services'>['values']
}

export const serviceImporter: Importer<'services', ServicePlan> = {
  entity: 'services',
  atOnce: 100,

  async plan(importation, rows) {
    const held = await importation.inCompany(({ tx }) =>
      tx.rows(sql<Service>`
        select id, name, description, color, default_annual_augmentation as "defaultAnnualAugmentation", is_default as "isDefault"
        from services where company_id = ${importation.companyId} order by id`),
    )
    const next = takeByName(held, ({ name }) => name)
    return rows.flatMap((row): ServicePlan[] => {
      const { name } = row.values
      if (!name) importation.refuse('services', row, `Nom\u00a0: ${required}`)
      if (!name) return []
      const known = next(name)
      const values = known ? changesOf<ServicePlan['values']>(known, row.values) : row.values
      if (!known) importation.noteNamed('services', name)
      return [{ id: known?.id, values, rows: [row], outcomes: [outcomeOf(!known, values)] }]
    })
  },

  async write(ctx, _run, plans) {
    for (const { id, values } of plans)
      if (id) await serviceHandlers.updateService(ctx, { id, service: values })
      else await serviceHandlers.createService(ctx, { service: newServiceFields.parse(values) })
  },
}
