import { expect, test } from 'vitest'
import { OwnVisits } from './ownVisits.ts'
import type { Stop } from './stops.ts'

/** A yard of 80 m, this many streets to the east. */
const stopAt = (siteId: string, streets: number): Stop => {
  const [lat, lng, side] = [46.8, -71.2 + streets * 0.002, 0.0004]
  const polygon = [
    { lat: lat - side, lng: lng - side },
    { lat: lat - side, lng: lng + side },
    { lat: lat + side, lng: lng + side },
    { lat: lat + side, lng: lng - side },
  ]
  const area = { id: siteId, areaId: siteId, name: 'Zone A', notes: null, polygon, indicators: [] }
  return {
    siteId,
    runSiteId: siteId,
    address: siteId,
    customerName: '',
    notes: null,
    location: { lat, lng },
    includesIce: false,
    areas: [area],
  }
}

test('a stop that the office adds before the truck’s own does not move the visit under way elsewhere', async () => {
  const stops = [stopAt('first', 0), stopAt('second', 1), stopAt('here', 2)]
  const id = crypto.randomUUID()
  const before = await OwnVisits.of({ id, stops })
  const drive = async (visits: OwnVisits, from: number) => {
    for (let second = from; second < from + 10; second += 2)
      await visits.take({ lat: 46.8, lng: -71.1962 + second * 2e-5, timestamp: second * 1000, accuracy: 3, speed: null })
  }
  await drive(before, 0)
  expect(before.visits).toEqual([])

  const after = before.in({ id, stops: [stopAt('added', 5), ...stops] })
  await drive(after, 10)

  expect(after.visits).toMatchObject([{ areaId: 'here' }])
  expect((await OwnVisits.of({ id, stops: [...stops, stopAt('added', 5)] })).visits).toMatchObject([{ areaId: 'here' }])
})
