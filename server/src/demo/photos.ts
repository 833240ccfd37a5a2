// Photos of one site through its nights: drawn here, because the demo has no camera. The site is the demo client's.
import type { PhotoKind } from '@bordee/core/photos/photo.ts'
import type { Surface } from '@bordee/core/runs/work.ts'
import type { Work } from '../engine/ctx.ts'
import { newId } from '../engine/db/writing.ts'
import { keepPhoto } from '../photos/adding.ts'
import { photoOfSvg } from '../photos/drawing.ts'
import { boreal } from './payments.ts'
import { asDriver, drivers, minute } from './trucks.ts'

const skies = ['#16202e', '#2b3a55', '#7f8fa6', '#b9c6d3']
const grounds: Record<Surface, string> = { clear: '#4b4f55', packed: '#dfe7ee', icy: '#a9c7d9' }

/** A house, its driveway and the snow beside it. */
function scene(seed: number, surface: Surface, more = ''): string {
  const bank = 60 + ((seed * 37) % 120)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <rect width="1600" height="1200" fill="${skies[seed % skies.length]}"/>
    <rect y="560" width="1600" height="640" fill="#eef3f7"/>
    <path d="M180 620V360L430 200 680 360V620z" fill="#8a5a44"/><path d="M140 370L430 180 720 370z" fill="#3b2f2f"/>
    <rect x="260" y="420" width="110" height="110" fill="#ffe9a8"/><rect x="500" y="430" width="120" height="190" fill="#4a3328"/>
    <path d="M860 600h240L1560 1200H560z" fill="${grounds[surface]}"/>
    <path d="M1100 600q120-${bank} 240 0t260 40v560h-40z" fill="#fff"/>
    <path d="M860 600q-80-${bank} -180 0t-200 120L560 1200z" fill="#fff"/>
    ${more}</svg>`
}

interface Stop {
  id: string
  runId: string
  siteId: string
  at: Date
  email: string
}

export async function fillPhotos(work: Work) {
  const stops = await work.tx.sql<Stop>`
    with shown as (
      select t.id, count(*) as nights
      from sites t
      join clients c on c.company_id = t.company_id and c.id = t.client_id and c.email = 'client@bordee.demo'
      join run_sites s on s.company_id = t.company_id and s.site_id = t.id and s.decided_at is not null
      where t.company_id = ${boreal}
      group by t.id
      order by nights desc, t.id
      limit 1)
    select distinct on (s.id) s.id, s.run_id as "runId", s.site_id as "siteId", s.decided_at as at, o.email
    from shown
    join run_sites s on s.company_id = ${boreal} and s.site_id = shown.id and s.decided_at is not null
    join run_operators o on o.company_id = s.company_id and o.run_id = s.run_id
    order by s.id, o.started_at`
  const nights = stops.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-40)
  const [first, last] = [nights[0], nights.at(-1)]
  if (!first || !last) return
  for (const [i, stop] of nights.entries()) await take(work, stop, 'mark', scene(i, i % 4 === 3 ? 'icy' : i % 3 === 0 ? 'packed' : 'clear'))
  for (const seed of [2, 3]) await take(work, { ...first, at: daysAgo(work, 20 + seed) }, 'condition', scene(seed, 'clear'))
  const damageId = await newId(work.tx)
  await work.tx.sql`
    insert into run_damages (id, company_id, run_id, run_site_id, user_name, note, at)
    select ${damageId}, ${boreal}, ${last.runId}, ${last.id}, 'Paule Tremblay', 'Bordure fendue au coin de l’entrée.', ${last.at}`
  const crack = '<path d="M600 1120l90-60 30 40 80-90" stroke="#d33" stroke-width="14" fill="none"/>'
  await take(work, last, 'damage', scene(1, 'packed', crack), damageId)
}

const daysAgo = ({ now }: Work, days: number) => new Date(now.getTime() - days * 24 * 60 * minute)

async function take(work: Work, { runId, siteId, at, email }: Stop, kind: PhotoKind, svg: string, markId?: string) {
  const driver = drivers.find((one) => one.email === email) ?? drivers[0]
  if (!driver) return
  const id = await newId(work.tx)
  const ctx = asDriver(work, driver, new Date(at.getTime() + minute))
  const told = { id, kind, takenAt: at.toISOString(), ...(markId && { markId }) }
  await keepPhoto(ctx, told, { siteId, runId: kind === 'condition' ? null : runId }, await photoOfSvg(svg))
}
