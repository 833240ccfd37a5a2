// A small gazetteer around Québec City, to try the product offline.
import { drawStreets, settleGazetteer, storeAddresses } from '../addresses/gazetteer.queries.ts'
import { toPoint } from '../addresses/plane.ts'
import { asOwner } from '../upkeep/database.ts'
import { townHouses } from './houses.ts'
import { town } from './town.ts'

/** The gazetteer belongs to no company: only the owner of the tables writes it. Safe to repeat. */
export async function fillGazetteer(ownerUrl: string) {
  await asOwner(ownerUrl, (transact) =>
    transact(async (tx) => {
      await storeAddresses(tx, townHouses())
      await drawStreets(
        tx,
        town().map(({ name, city, line }) => ({ name, city, state: 'QC', line: line.map(toPoint) })),
      )
      await settleGazetteer(tx)
    }),
  )
}
