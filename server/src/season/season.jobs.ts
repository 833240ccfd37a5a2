// On Monday mornings of the season, by the company's clock, owners read what is new in the season check.
import { type SeasonCheck, type SeasonLine, seasonCheckNames, seasonChecks } from '@bordee/core/season/season-check.ts'
import { count } from '@bordee/core/text.ts'
import { beginSeasonWeek } from '../companies/company-days.ts'
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { ownerEmails } from '../identity/owners.ts'
import { takeNews } from './season.queries.ts'

interface OfWeek {
  companyId: string
  monday: string
}

/** Also when a server starts, to catch up on a morning it was down. */
const clock = jobKind<object>('season.clock', { cron: '*/10 * * * *', atStart: true })
const look = jobKind<OfWeek>('season.look', { onePer: ({ companyId }) => companyId })

const morning = '08:00'
/** From October to April. */
const isInSeason = (day: string) => [10, 11, 12, 1, 2, 3, 4].includes(Number(day.slice(5, 7)))

/** The companies whose Monday morning has come since the last look. */
export async function enqueueDueCompanies(work: Work) {
  await work.tx.scope({ platform: true })
  const due = await work.tx.sql<OfWeek>`
    with clocks as (
      select c.id, c.season_told_on, (${work.now}::timestamptz at time zone c.time_zone) as wall
      from companies c
      where c.is_active and c.archived_at is null)
    select id as "companyId", date_trunc('week', wall)::date::text as monday
    from clocks
    where (season_told_on is null or season_told_on < date_trunc('week', wall)::date)
      and wall >= date_trunc('week', wall) + ${morning}::time
    order by id`
  for (const company of due) await work.later(look, company)
}

/** Locks the company until the job ends: a second server finds the week done. */
export async function lookAtSeason(work: Work, { companyId, monday }: OfWeek) {
  await work.tx.scope({ companies: [companyId] })
  const name = await beginSeasonWeek(work, companyId, monday)
  if (name === undefined || !isInSeason(monday)) return
  const news = await takeNews(work, companyId)
  if (news.length === 0) return
  const byCheck = Map.groupBy(news, ({ check }) => check)
  const paragraphs = seasonChecks.flatMap((check) => newsOf(check, byCheck.get(check) ?? []))
  for (const to of await ownerEmails(work, companyId))
    await mailLater(work, {
      to,
      subject: `Bilan de saison de ${name}\u00a0: ${count(news.length, 'nouvelle ligne', 'nouvelles lignes')}`,
      paragraphs: ['Bonjour,', 'Voici ce qui s’est ajouté depuis le dernier bilan.', ...paragraphs],
      action: { label: 'Voir le bilan de saison', url: `${work.env.publicUrl}/dashboard/season` },
    })
}

const mostNames = 3

/** « Sans zone dessinée : 12 rue A, 14 rue A, 16 rue A et 4 autres ». */
function newsOf(check: SeasonCheck, lines: readonly Pick<SeasonLine, 'title'>[]): string[] {
  if (lines.length === 0) return []
  const others = lines.length - mostNames
  const names = lines.slice(0, mostNames).map(({ title }) => title)
  return [`${seasonCheckNames[check]}\u00a0: ${names.join('; ')}${others > 0 ? ` et ${count(others, 'autre')}` : ''}.`]
}

export const seasonWorkers = [worker(clock, enqueueDueCompanies), worker(look, lookAtSeason)]
