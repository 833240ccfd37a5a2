// Two claims about the site that shows its last winter: someone fell, and a curb was broken. The fall is held.
import type { Claim } from '@bordee/core/claims/claim.ts'
import { claimHandlers } from '../claims/claims.handlers.ts'
import { actingAs, type Work } from '../engine/ctx.ts'
import { newId } from '../engine/db/writing.ts'
import { boreal } from './payments.ts'
import { fallAt } from './snowfalls.ts'
import { winterOf } from './winter.ts'

export async function fillClaims(work: Work, accountId: string, email: string) {
  await work.tx.scope({ companies: [boreal] })
  const winter = await winterOf(work)
  if (!winter) return
  const [damage] = await work.tx.sql<{ at: Date }>`
    select d.at
    from run_damages d
    join run_sites s on s.company_id = d.company_id and s.id = d.run_site_id
    where d.company_id = ${boreal} and s.site_id = ${winter.siteId} and d.at < ${winter.endAt}::date
    order by d.at desc
    limit 1`
  const ctx = actingAs(work, { accountId, email, role: 'owner', companyId: boreal })
  const claims = [
    {
      kind: 'fall' as const,
      happenedAt: fallAt(winter.december),
      place: 'Au pied des marches, côté rue',
      claimant: 'Ginette Lavoie',
      contact: '418 555-0177',
      description: 'Dit avoir glissé sur une plaque de glace en sortant les bacs. Poignet droit foulé, vu à l’urgence.',
      insurer: 'Assurances du Fleuve',
      insurerNumber: 'AF-2291-07',
      amountClaimed: 1_850_000,
    },
    {
      kind: 'damage' as const,
      happenedAt: damage?.at,
      place: 'Coin de l’entrée',
      claimant: 'Marc Pelletier',
      description: 'Bordure de béton fendue par la gratte.',
      amountClaimed: 62_500,
    },
  ]
  for (const { kind, ...claim } of claims) {
    if (!claim.happenedAt) continue
    const id = await newId(work.tx)
    const none = { contact: null, insurer: null, insurerNumber: null, amountSettled: null, notes: null }
    const made = { ...none, ...claim, kind, siteId: winter.siteId, happenedAt: claim.happenedAt.toISOString() }
    const opened = (await claimHandlers.createClaim(ctx, { id, claim: made })) as Claim
    if (kind === 'fall') await claimHandlers.holdClaim(ctx, { id: opened.id })
  }
}
