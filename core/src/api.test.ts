import { describe, expect, test } from 'vitest'
import { api } from './api.ts'
import type { CallRow, SliceName } from './call.ts'

const rows = Object.values(api) as CallRow[]
const writes = (row: CallRow) => row.verbs.some((verb) => verb !== 'GET')

/** Slices whose calls change nothing that a screen shows. */
const untouching: Partial<Record<SliceName, string>> = {
  identity: 'who is signed in is the session’s, which reads itself again',
  webhooks: 'a provider calls, no browser',
}
/** The same, call by call. */
const untouchingCalls: Partial<Record<keyof typeof api, string>> = {
  registerCompany: 'nobody is signed in yet',
  resetPassword: 'nobody is signed in yet',
  sendSignInLink: 'nobody is signed in yet',
  suggestAddresses: 'writes nothing',
  validateClient: 'writes nothing',
  validateSite: 'writes nothing',
  geolocateSites: 'writes nothing',
  findDirections: 'writes nothing',
  previewAlert: 'writes nothing',
  verifyContract: 'writes nothing',
}

describe('what a call touches', () => {
  test.each(rows.filter(writes))('$name declares it, or is listed as changing nothing on screen', (row) => {
    const isExcused = row.slice in untouching || row.name in untouchingCalls
    expect(row.touches === undefined).toBe(isExcused)
  })

  test.each(rows.filter((row) => !writes(row)))('$name only reads and touches nothing', (row) => {
    expect(row.touches).toBeUndefined()
  })

  test.each(rows.filter((row) => row.touches))('$name lists each other slice once, sorted', ({ slice, touches = [] }) => {
    expect(touches).toEqual([...new Set(touches)].toSorted())
    expect(touches).not.toContain(slice)
  })

  // The accounts decide which folders a manager sees, but nobody can change that for themselves.
  // A list that lasts some seconds is read again by itself.
  const lasting = rows.filter(({ staleAfter }) => staleAfter === undefined)
  const parts = lasting.flatMap((list) =>
    list.reads.filter((read) => read !== list.slice && read !== 'accounts').map((read) => ({ list, read })),
  )
  test.each(parts)('$list.name is read again after a change in $read', ({ list, read }) => {
    expect(rows.some((row) => row.slice === read && row.touches?.includes(list.slice))).toBe(true)
  })
})
