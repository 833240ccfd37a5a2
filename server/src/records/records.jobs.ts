// Each morning, yesterday's record becomes a tree, and owners get what proves it.
import { count } from '@bordee/core/text.ts'
import { formatDate, homeZone } from '@bordee/core/time.ts'
import { beginRecordDay } from '../companies/company-days.ts'
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { ownerEmails } from '../identity/owners.ts'
import { type ClosedDay, closeDays, recordOlder } from './days.ts'
import { fingerprintOf } from './merkle.ts'

interface OfMorning {
  companyId: string
  /** Not over yet: the days before it are closed. */
  today: string
}

/** Also when a server starts, to catch up on a morning it was down. */
const clock = jobKind<object>('records.clock', { cron: '*/10 * * * *', atStart: true })
const close = jobKind<OfMorning>('records.close', { onePer: ({ companyId }) => companyId })

/** Before it, the night still belongs to the evening. */
const morning = '06:00'

async function enqueueDueCompanies(work: Work) {
  await work.tx.scope({ platform: true })
  const due = await work.tx.sql<OfMorning>`
    with today as (select (${work.now}::timestamptz at time zone ${homeZone} - ${morning}::interval)::date as day)
    select c.id as "companyId", t.day::text as today
    from companies c, today t
    where c.recorded_on is null or c.recorded_on < t.day
    order by c.id`
  for (const company of due) await work.later(close, company)
}

/** Locks the company until the job ends: a second server finds the morning done. */
export async function closeRecord(work: Work, { companyId, today }: OfMorning) {
  await work.tx.scope({ companies: [companyId] })
  const company = await beginRecordDay(work, companyId, today)
  if (!company) return
  if (company.isFirst) await recordOlder(work, companyId)
  const days = await closeDays(work, companyId, today)
  if (days.length === 0) return
  for (const to of await ownerEmails(work, companyId))
    await mailLater(work, {
      to,
      subject: `Registre de ${company.name}\u00a0: sceau du ${formatDate(days.at(-1)?.day)}`,
      paragraphs: [
        'Bonjour,',
        `Voici le sceau de votre registre (compagnie ${fingerprintOf(companyId)}).`,
        'Gardez ce courriel\u00a0: il prouve, hors de nos serveurs, que rien n’a changé depuis dans ce qui a été enregistré.',
        ...days.map(sealText),
      ],
      action: { label: 'Voir les sceaux publiés', url: `${work.env.publicUrl}/verification` },
    })
}

const sealText = ({ day, entriesCount, chain }: ClosedDay) => `${formatDate(day)}, ${count(entriesCount, 'enregistrement')}\u00a0: ${chain}`

export const recordWorkers = [worker(clock, enqueueDueCompanies), worker(close, closeRecord)]
