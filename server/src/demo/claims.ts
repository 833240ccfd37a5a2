// Two claims about the site whose nights have photos: someone fell, and a curb was broken. The fall is held.
import type { Claim } from '@bordee/core/claims/claim.ts'
import { claimHandlers } from '../claims/claims.handlers.ts'
import { actingAs, type Work } from '../engine/ctx.ts'
import { newId } from '../engine/db/writing.ts'
import { boreal } from './payments.ts'

const hours = 3_600_000

export async function fillClaims(work: Work, accountId: string, email: string) {
  await work.tx.scope({ companies: [boreal] })
  const [site] = await work.tx.sql<{ id: string; at: Date }>`
    select p.site_id as id, max(p.taken_at) as at
    from photos p
    where p.company_id = ${boreal} and p.kind = 'mark' and p.site_id is not null
    group by p.site_id
    order by count(*) desc
    limit 1`
  if (!site) return
  const ctx = actingAs(work, { accountId, email, role: 'owner', companyId: boreal })
  const claims = [
    {
      kind: 'fall' as const,
      happenedAt: new Date(site.at.getTime() + 3 * hours),
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
      happenedAt: new Date(site.at.getTime() - 20 * hours),
      place: 'Coin de l’entrée',
      claimant: 'Marc Pelletier',
      description: 'Bordure de béton fendue par la gratte.',
      amountClaimed: 62_500,
    },
  ]
  for (const { kind, ...claim } of claims) {
    const id = await newId(work.tx)
    const none = { contact: null, insurer: null, insurerNumber: null, amountSettled: null, notes: null }
    const made = { ...none, ...claim, kind, siteId: site.id, happenedAt: claim.happenedAt.toISOString() }
    const opened = (await claimHandlers.createClaim(ctx, { id, claim: made })) as Claim
    if (kind === 'fall') await claimHandlers.holdClaim(ctx, { id: opened.id })
  }
}
