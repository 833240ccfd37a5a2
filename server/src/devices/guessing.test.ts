// Someone who guesses keys of trackers makes nobody else wait.
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { overloaded } from '@bordee/core/problem.ts'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { newCode } from '../engine/secrets.ts'
import { openListeningServer } from '../testing/listening.ts'
import { inCompany, newAddress, ownerUrlOf } from '../testing/server.ts'

const server = await openListeningServer({ TRUST_PROXY: '1' })
const { owner, companyId } = await server.newCompany()
const enter = server.fairQueue.enter.bind(server.fairQueue)
/** The addresses of those who were let in to look something up, in order. */
const lookUps: string[] = []
const waiting = vi.spyOn(server.fairQueue, 'enter').mockImplementation(async (address) => {
  const leave = await enter(address)
  lookUps.push(address)
  return leave
})
afterEach(() => {
  waiting.mockClear()
  lookUps.length = 0
})

const report = (key: string, address: string) =>
  fetch(`${server.env.publicUrl}/api/devices/ingest`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ id: key, lat: '46.81', lon: '-71.21' }),
  })

test('of 200 connections that guess, few reach the database, and a tracker elsewhere is next in turn', async () => {
  const { id, key } = await owner(deviceCalls.createDevice, { device: { name: 'Tracteur' } })
  const [guesser, tracker] = [newAddress(), newAddress()]
  const blocker = new pg.Client(ownerUrlOf(server))
  await blocker.connect()
  await blocker.query('begin; lock table devices')
  const answered: number[] = []
  const note = async (answer: Promise<Response>) => void answered.push((await answer).status)

  // Six are inside and a hundred wait before the gate.
  const guesses = Array.from({ length: 200 }, () => note(report(newCode(), guesser)))
  await vi.waitFor(() => expect(answered).toEqual(Array.from({ length: 94 }, () => 429)), { timeout: 30_000 })
  const heard = note(report(key, tracker))
  await vi.waitFor(() => expect(waiting).toHaveBeenCalledWith(tracker), { timeout: 30_000 })
  await blocker.query('commit')
  await blocker.end()
  await Promise.all([...guesses, heard])

  expect(lookUps.filter((address) => address === guesser)).toHaveLength(106)
  expect(lookUps.indexOf(tracker)).toBe(5) // after the four under way and the next guess
  expect(answered.filter((status) => status === 404)).toHaveLength(106)
  expect(answered.filter((status) => status === 200)).toHaveLength(1)
  expect((await owner(deviceCalls.getDevice, { id })).latestPoints).toHaveLength(1)
})

test('a tracker behind the guesser’s address is heard, even with a key older than the signatures', async () => {
  const address = newAddress()
  const created = await owner(deviceCalls.createDevice, { device: { name: 'Voisin du bruyant' } })
  const { id } = await owner(deviceCalls.createDevice, { device: { name: 'Ancien' } })
  const oldKey = newCode()
  await inCompany(server, companyId, (tx) => tx.sql`update devices set key_hash = sha256(${oldKey}::bytea) where id = ${id}`)
  expect((await report(oldKey, address)).status).toBe(200)
  const guesses = await Promise.all(Array.from({ length: 130 }, () => report(newCode(), address)))
  const refused = guesses.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10) // more if they arrive faster than they are answered
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)

  expect((await report(created.key, address)).status).toBe(200)
  expect((await report(oldKey, address)).status).toBe(200)
})

test('a tracker that finds the queue full is asked to come back', async () => {
  const { id, key } = await owner(deviceCalls.createDevice, { device: { name: 'Patient' } })
  waiting.mockRejectedValueOnce(overloaded())
  const refused = await report(key, newAddress())
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await report(key, newAddress())).status).toBe(200)
  expect((await owner(deviceCalls.getDevice, { id })).latestPoints).toHaveLength(1)
})
