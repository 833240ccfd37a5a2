import sharp from 'sharp'
import { pack } from '../../core/src/positions/packing.ts'
import type { Work } from '../../server/src/engine/ctx.ts'
import { gather, printDossier, printSheets, sheetsOf, type Wanted } from '../../server/src/evidence/dossier.ts'
import { storeFiles } from '../../server/src/files/storing.ts'
import { assertRight, type Bench, ms, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillNight } from './night-company.ts'

const [passes, photos, promised, rounds] = [40, 60, 2, 3]

/** A season at one site: a pass every third day, whose truck drove up the driveway, and photos. */
async function fillSeason(server: BenchServer): Promise<{ company: string; siteId: string }> {
  const { company } = await fillNight(server, { sites: 30, routes: 1 })
  const siteId = await server.inCompany(company, async (tx) => {
    const [site] = await tx.sql<{ id: string; lat: number; lng: number }>`select id, lat, lng from sites order by id limit 1`
    if (!site) throw new Error('the company has no site')
    const corner = (south: number, east: number) => ({ lat: site.lat + south * 9e-6, lng: site.lng + east * 13e-6 })
    const polygon = JSON.stringify([corner(0, 0), corner(0, 8), corner(12, 8), corner(12, 0)])
    await tx.sql`
      insert into areas (company_id, site_id, position, name, polygon, is_simple)
      values (${company}, ${site.id}, 0, 'Entrée', ${polygon}::jsonb, true)`
    for (let n = 0; n < passes; n++) {
      const at = Date.now() - (10 + 3 * n) * 86_400_000
      const track = Array.from({ length: 120 }, (_, i) => ({ ...corner(i / 10, i % 8), at: at + i * 1000, accuracy: 4, speed: 2 }))
      await tx.sql`
        with r as (
          insert into runs (company_id, route_name, started_at, finished_at, last_sign_at)
          values (${company}, 'Trajet', ${new Date(at)}, ${new Date(at + 3_600_000)}, ${new Date(at)}) returning id),
        s as (
          insert into run_sites (company_id, run_id, site_id, site_name, site_address, customer_name, sort_order, state)
          select ${company}, r.id, ${site.id}, 'Entrée', '1, rue', 'Client', 0, 'done' from r returning id, run_id),
        a as (
          insert into run_areas (company_id, run_id, run_site_id, position, name, polygon)
          select ${company}, s.run_id, s.id, 0, 'Entrée', ${polygon}::jsonb from s returning id, run_id),
        o as (
          insert into run_operators (company_id, run_id, name, is_present, started_at, last_moved_at, last_acted_at)
          select ${company}, r.id, 'Camille Roy', false, ${new Date(at)}, ${new Date(at)}, ${new Date(at)} from r returning id, run_id),
        t as (
          insert into run_tracks (company_id, run_id, operator_id, source)
          select ${company}, o.run_id, o.id, 'phone' from o returning id, run_id, operator_id),
        c as (
          insert into position_chunks (company_id, track_id, from_at, to_at, points, positions)
          select ${company}, t.id, ${at}, ${at + 120_000}, ${track.length}, ${Buffer.from(pack(track))} from t),
        m as (
          insert into run_area_actions (company_id, run_id, run_area_id, operator_id, user_name, request_id, type, surface, at)
          select ${company}, a.run_id, a.id, t.operator_id, 'Camille Roy', gen_random_uuid(), 'mark_as_done', 'clear',
                 ${new Date(at + 60_000)}
          from a join t on t.run_id = a.run_id)
        insert into run_visits (id, company_id, run_id, run_area_id, track_id, site_id, started_at, finished_at)
        select gen_random_uuid(), ${company}, a.run_id, a.id, t.id, ${site.id}, ${new Date(at + 5000)}, ${new Date(at + 110_000)}
        from a join t on t.run_id = a.run_id`
    }
    return site.id
  })
  await server.work((work) => fillPhotos(work, company, siteId))
  return { company, siteId }
}

async function fillPhotos(work: Work, company: string, siteId: string) {
  await work.tx.scope({ companies: [company] })
  for (let n = 0; n < photos; n++) {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 }
    const drawn = await sharp({ create: { width: 1000, height: 750, channels: 3, background: '#ccd', noise } })
      .jpeg({ quality: 40 })
      .toBuffer()
    const ids = await storeFiles(work, company, [drawn, drawn, drawn])
    await work.tx.sql`
      insert into photos (company_id, id, kind, site_id, run_id, taken_at, author, hash, size, width, height, full_id, medium_id, small_id)
      select ${company}, gen_random_uuid(), 'mark', ${siteId}, r.id, r.started_at, 'Camille Roy', f.hash, f.size, 1000, 750,
             ${ids[0]}, ${ids[1]}, ${ids[2]}
      from (
        select id, started_at from runs where company_id = ${company} and finished_at is not null
        order by started_at offset ${n % passes} limit 1) r,
           stored_files f
      where f.company_id = ${company} and f.id = ${ids[0]}`
  }
}

export const bench: Bench = {
  title: `A season’s dossier of one site: ${passes} passes, ${photos} photos`,
  async run() {
    await using server = await openBenchServer()
    const { company, siteId } = await fillSeason(server)
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const wanted: Wanted = {
      id: '00000000-0000-7000-8000-000000000000',
      companyId: company,
      claimId: null,
      from: day(200),
      to: day(0),
      momentAt: new Date(Date.now() - 10 * 86_400_000),
      withDrivers: true,
      createdAt: new Date(),
      userName: 'Camille Roy',
    }
    const sheets = await server.work(async (work) => {
      await work.tx.scope({ companies: [company] })
      return sheetsOf(work, wanted, await gather(work, wanted, siteId))
    })
    assertRight(Object.keys(sheets.files).filter((name) => name.endsWith('.jpg')).length === photos, 'every photo is in it')
    assertRight(Object.keys(sheets.files).filter((name) => name.startsWith('trace-')).length === passes, 'every pass has its track')
    await printSheets(wanted, sheets)
    let [alone, whole, bytes] = [0, 0, 0]
    for (let round = 0; round < rounds; round++) {
      alone += await timed(() => printSheets(wanted, sheets))
      whole += await timed(async () => {
        bytes = (await server.work((work) => printDossier(work, wanted, siteId))).bytes.length
      })
    }
    assertRight(bytes > 1_000_000 && bytes <= 10 * 1024 * 1024, `a dossier of ${bytes} bytes`)
    const figures = `${ms(whole / rounds)} and ${ms(alone / rounds)}, ${(bytes / 1024 / 1024).toFixed(1)} MB`
    return [{ what: 'reading and printing, against what Typst alone takes', ratio: whole / alone, most: promised, figures }]
  },
}
