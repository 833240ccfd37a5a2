// Companies whose trucks drive the same street at the same time, each in its own run.
import { type Position, pack } from '@bordee/core/positions/packing.ts'
import { seeded } from '../../server/src/demo/chance.ts'
import { insertCompany, insertPerson } from '../../server/src/testing/people.ts'
import type { BenchServer } from './bench-server.ts'
import { newStreet, seen } from './snowy-street.ts'

export interface Truck {
  companyId: string
  runId: string
  headers: { authorization: string }
  /** What its phone sends, in batches. */
  batches: Position[][]
}

const areas = 300

/** Each truck has a position every two seconds, with 5 m of noise, from the start of its run. */
export async function fillFleet(server: BenchServer, { companies, trucks, batch }: { companies: number; trucks: number; batch: number }) {
  const random = seeded(11)
  const street = newStreet(areas, random)
  const fleet: Truck[] = []
  const speeds = () => Math.round(random() * 900) / 100
  for (let c = 0; c < companies; c++) {
    const companyId = await insertCompany(server, 'Flotte')
    for (let t = 0; t < trucks; t++) {
      const fixes = seen(street, 5, 2, random)
      const began = Date.now() - (fixes.at(-1)?.at ?? 0) - 1000
      const positions = fixes.map((fix) => ({
        ...fix,
        at: Math.round(fix.at) + began,
        accuracy: 5 + Math.round(random() * 50) / 10,
        speed: speeds(),
      }))
      const batches = Array.from({ length: Math.ceil(positions.length / batch) }, (_, i) => positions.slice(i * batch, (i + 1) * batch))
      fleet.push({ ...(await newTruck(server, companyId, street.areas, new Date(began))), batches })
    }
  }
  await server.asOwner((tx) => tx.sql`analyze`)
  return fleet
}

async function newTruck(server: BenchServer, companyId: string, polygons: readonly { polygon: unknown }[], began: Date) {
  const { accountId, token } = await insertPerson(server, companyId, 'owner')
  return server.inCompany(companyId, async (tx) => {
    const [run] = await tx.sql<{ id: string }>`
      insert into runs (company_id, route_name, started_at, last_sign_at, areas_count)
      values (${companyId}, 'Haute-Ville', ${began}, ${began}, ${polygons.length}) returning id`
    await tx.sql`
      with sites as (
        insert into run_sites (company_id, run_id, site_name, site_address, customer_name, sort_order)
        select ${companyId}, ${run?.id}, 'Entrée', 'rue A', 'Client', n - 1 from generate_series(1, ${polygons.length}::int) n
        returning id, sort_order)
      insert into run_areas (company_id, run_id, run_site_id, position, name, polygon)
      select ${companyId}, ${run?.id}, s.id, 0, 'Entrée', p.polygon
      from jsonb_array_elements(${JSON.stringify(polygons.map(({ polygon }) => polygon))}::jsonb) with ordinality p (polygon, n)
      join sites s on s.sort_order = p.n - 1`
    await tx.sql`
      with operator as (
        insert into run_operators (company_id, run_id, account_id, name, started_at, last_moved_at, last_acted_at)
        values (${companyId}, ${run?.id}, ${accountId}, 'Camion', ${began}, ${began}, ${began}) returning id)
      insert into run_actions (company_id, run_id, operator_id, type, at)
      select ${companyId}, ${run?.id}, id, 'start', ${began} from operator`
    return { companyId, runId: run?.id ?? '', headers: { authorization: `Bearer ${token}` } }
  })
}

/** As a phone sends it. */
export const asSent = (positions: readonly Position[]) => ({
  locations: positions.map(({ at, ...point }) => ({ ...point, timestamp: at })),
})

export const packed = (positions: readonly Position[]) => Buffer.from(pack(positions))
