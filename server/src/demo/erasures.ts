import type { Work } from '../engine/ctx.ts'

/** Two clients asked to be erased: one has had an answer, the other waits for one. */
export async function fillErasures({ tx, now }: Work, companyId: string) {
  await tx.sql`
    insert into erasure_requests (company_id, email, created_at, outcome, answered_at, answered_by)
    select c.company_id, c.email, ${now}::timestamptz - make_interval(days => 4 + 30 * c.place), r.outcome,
           case when r.outcome is not null then ${now}::timestamptz - interval '25 days' end,
           case when r.outcome is not null then 'Paule Tremblay' end
    from (select company_id, email, row_number() over (order by id)::int - 1 as place
          from clients where company_id = ${companyId} and email like '%@exemple.bordee.demo' order by id limit 2) c
    join (values (0, null),
                 (1, 'Les numéros de téléphone et les notes sont supprimés. ' ||
                     'Le contrat signé et ses paiements sont gardés le temps que la loi exige.')) r (place, outcome) using (place)`
}
