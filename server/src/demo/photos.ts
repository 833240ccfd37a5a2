// Photos of one site through its nights: drawn here, because the demo has no camera. The site is the demo client's.
import type { PhotoKind } from '@bordee/core/photos/photo.ts'
import type { Surface } from '@bordee/core/runs/work.ts'
import { homeZone, wallClock } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { newId } from '../engine/db/writing.ts'
import { keepPhoto } from '../photos/adding.ts'
import { type DrawnPhoto, photoOfSvg } from '../photos/drawing.ts'
import { boreal } from './payments.ts'
import { asDriver, type Driver, drivers, minute } from './trucks.ts'

const [night, day] = [['#16202e', '#2b3a55'] as const, ['#7f8fa6', '#b9c6d3'] as const]
const grounds: Record<Surface, string> = { clear: '#4b4f55', packed: '#dfe7ee', icy: '#a9c7d9' }

export const crack = '<path d="M600 1120l90-60 30 40 80-90" stroke="#d33" stroke-width="14" fill="none"/>'
export const parked =
  '<rect x="820" y="700" width="300" height="150" rx="40" fill="#31506e"/>' +
  '<rect x="780" y="800" width="380" height="150" rx="30" fill="#3f6287"/>'
export const barred =
  '<path d="M760 860h420" stroke="#c8433a" stroke-width="34"/><path d="M780 800v200M1160 800v200" stroke="#555" stroke-width="26"/>'

/** A house, its driveway and the snow beside it. */
export function scene(seed: number, surface: Surface, at: Date, more = ''): string {
  const bank = 60 + 40 * (seed % 3)
  const time = wallClock(at, homeZone).time
  const skies = time > '07:00' && time < '16:30' ? day : night
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 1600 1200">
    <rect width="1600" height="1200" fill="${skies[seed % 2]}"/>
    <rect y="560" width="1600" height="640" fill="#eef3f7"/>
    <path d="M180 620V360L430 200 680 360V620z" fill="#8a5a44"/><path d="M140 370L430 180 720 370z" fill="#3b2f2f"/>
    <rect x="260" y="420" width="110" height="110" fill="#ffe9a8"/><rect x="500" y="430" width="120" height="190" fill="#4a3328"/>
    <path d="M860 600h240L1560 1200H560z" fill="${grounds[surface]}"/>
    <path d="M1100 600q120-${bank} 240 0t260 40v560h-40z" fill="#fff"/>
    <path d="M860 600q-80-${bank} -180 0t-200 120L560 1200z" fill="#fff"/>
    ${more}</svg>`
}

interface Place {
  runId: string | null
  siteId: string
  at: Date
}

/** Of the nights of this season. */
export async function fillPhotos(work: Work) {
  const stops = await work.tx.sql<Place & { email: string }>`
    with shown as (
      select t.id, count(*) as nights
      from sites t
      join clients c on c.company_id = t.company_id and c.id = t.client_id and c.email = 'client@bordee.demo'
      join run_sites s on s.company_id = t.company_id and s.site_id = t.id and s.decided_at is not null
      where t.company_id = ${boreal}
      group by t.id
      order by nights desc, t.id
      limit 1)
    select distinct on (s.id) s.run_id as "runId", s.site_id as "siteId", s.decided_at as at, o.email
    from shown
    join run_sites s on s.company_id = ${boreal} and s.site_id = shown.id and s.decided_at is not null
    join run_operators o on o.company_id = s.company_id and o.run_id = s.run_id
    where not exists (select from photos p where p.company_id = s.company_id and p.run_id = s.run_id)
    order by s.id, o.started_at`
  const nights = stops.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const [i, { email, ...place }] of nights.entries()) {
    const driver = drivers.find((one) => one.email === email)
    const surface = i % 4 === 3 ? 'icy' : i % 3 === 0 ? 'packed' : 'clear'
    if (driver) await take(work, driver, place, 'mark', scene(i, surface, place.at))
  }
}

export async function take(work: Work, driver: Driver, { runId, siteId, at }: Place, kind: PhotoKind, svg: string, markId?: string) {
  const id = await newId(work.tx)
  const ctx = asDriver(work, driver, new Date(at.getTime() + minute))
  const told = { id, kind, takenAt: at.toISOString(), ...(markId && { markId }) }
  const { full, medium, small, ...size } = await drawnOnce(svg)
  const sizes = { full: signed(full, id), medium: signed(medium, id), small: signed(small, id) }
  await keepPhoto(ctx, told, { siteId, runId }, { ...sizes, ...size })
}

const drawn = new Map<string, Promise<DrawnPhoto>>()

/** The same scene is seen on many nights, and drawing is what a photo of the demo costs. */
function drawnOnce(svg: string): Promise<DrawnPhoto> {
  const known = drawn.get(svg) ?? photoOfSvg(svg)
  drawn.set(svg, known)
  return known
}

/** With a comment in the JPEG: no two photos are the same file. */
function signed(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, text.length + 2]), text, jpeg.subarray(2)])
}
