// In the morning of the company's time zone, owners read which contracts reached 80 or 100 % of their ceiling, once each.

import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import type { CeilingUsage } from '@bordee/core/contracts/usage.ts'
import { inUnits } from '@bordee/core/operations/ceiling.ts'
import { seasonYear } from '@bordee/core/operations/season.ts'
import { type CeilingMark, ceilingMarks, markOf } from '@bordee/core/operations/snowfall.ts'
import { count, formatNumber } from '@bordee/core/text.ts'
import { beginCeilingDay } from '../companies/company-days.ts'
import { readUsages } from '../contracts/ceiling-usage.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { ownerEmails } from '../identity/owners.ts'
import { seasonIn } from '../operations/snowfall.ts'

interface OfCompany {
  companyId: string
}

/** Also when a server starts, to catch up on a morning it was down. */
const clock = jobKind<object>('ceilings.clock', { cron: '*/10 * * * *', atStart: true })
const look = jobKind<OfCompany>('ceilings.look', { onePer: ({ companyId }) => companyId })

const morning = '08:00'

/** The companies with a ceiling whose morning has come since the last look. */
export async function enqueueCeilingLooks(work: Work) {
  await work.tx.scope({ platform: true })
  const due = await work.tx.sql<OfCompany>`
    with clocks as (
      select c.id, c.ceilings_on, (${work.now}::timestamptz at time zone c.time_zone) as wall
      from companies c
      where c.contract_is_active and c.is_active and c.archived_at is null
        and exists (
          select from contracts k where k.company_id = c.id and k.ceiling is not null and k.status in ${inStates(signedStates)}))
    select id as "companyId"
    from clocks
    where (ceilings_on is null or ceilings_on < wall::date) and wall::time >= ${morning}::time
    order by id`
  for (const company of due) await work.later(look, company)
}

/** Locks the company until the job ends: a second server finds the day done. */
export async function lookAtCeilings(work: Work, { companyId }: OfCompany) {
  await work.tx.scope({ companies: [companyId] })
  const company = await beginCeilingDay(work, companyId)
  if (!company) return
  const season = await seasonIn(work, companyId, seasonYear(company.day))
  const reached = (await readUsages(work, companyId, season)).flatMap((usage) => {
    const mark = markOf(usage.percent)
    return mark === null ? [] : [{ usage, mark }]
  })
  const news = await takeNews(work, companyId, season.year, reached)
  if (news.length === 0) return
  for (const to of await ownerEmails(work, companyId))
    await mailLater(work, {
      to,
      subject: `Plafonds de la saison de ${company.name}\u00a0: ${count(news.length, 'contrat')}`,
      paragraphs: ['Bonjour,', ...ceilingMarks.toReversed().flatMap((mark) => newsOf(mark, news))],
      action: { label: 'Voir la saison', url: `${work.env.publicUrl}/dashboard/operations` },
    })
}

interface Reached {
  usage: CeilingUsage
  mark: CeilingMark
}

/** Those whose mark nobody was told of. A contract that passes both at once is told of the second only. */
async function takeNews({ tx, now }: Work, companyId: string, season: number, reached: readonly Reached[]): Promise<Reached[]> {
  const news: Reached[] = []
  for (const one of reached) {
    const passed = ceilingMarks.filter((mark) => mark <= one.mark)
    const taken = await tx.sql<{ percent: number }>`
      insert into ceiling_told (company_id, contract_id, season, percent, at)
      select ${companyId}, ${one.usage.contractId}, ${season}, percent, ${now} from unnest(${passed}::int[]) p (percent)
      on conflict do nothing
      returning percent`
    if (taken.some(({ percent }) => percent === one.mark)) news.push(one)
  }
  return news
}

const headings: Record<CeilingMark, string> = {
  80: 'Ces contrats ont atteint 80\u00a0% de leur plafond\u00a0:',
  100: 'Ces contrats ont atteint leur plafond. Le prix convenu au-delà s’applique\u00a0:',
}
const mostNames = 20

function newsOf(mark: CeilingMark, news: readonly Reached[]): string[] {
  const own = news.filter((one) => one.mark === mark)
  if (own.length === 0) return []
  const lines = own.slice(0, mostNames).map(({ usage: { contractNumber, clientName, used, ceiling, ceilingUnit, percent } }) => {
    return `${contractNumber}, ${clientName}\u00a0: ${formatNumber(used)} sur ${inUnits(ceiling, ceilingUnit)} (${percent}\u00a0%)`
  })
  const others = own.length - mostNames
  return [headings[mark], ...lines, ...(others > 0 ? [`Et ${count(others, 'autre')}.`] : [])]
}

export const ceilingWorkers = [worker(clock, enqueueCeilingLooks), worker(look, lookAtCeilings)]
