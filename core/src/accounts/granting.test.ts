import { describe, expect, test } from 'vitest'
import { type Role, roles } from '../roles.ts'
import { type Holder, mayChange, mayChangeCredentials, mayGive, rolesToGive } from './granting.ts'

const me = (role: Role | null) => ({ accountId: 'me', role })
const holder = (of: Partial<Holder> = {}): Holder => ({
  accountId: 'someone',
  role: 'employee',
  platformRole: null,
  emailVerified: false,
  madeHere: true,
  ...of,
})

test('the roles an account may give depend on its own role', () => {
  expect(rolesToGive('super_admin')).toEqual(roles)
  expect(rolesToGive('admin')).toEqual(['owner', 'manager', 'employee', 'client'])
  expect(rolesToGive('admin', true)).toEqual(['admin', 'owner', 'manager', 'employee', 'client'])
  expect(rolesToGive('owner')).toEqual(['owner', 'manager', 'employee'])
  for (const role of ['manager', 'employee', 'client', null] as const) expect(rolesToGive(role, true)).toEqual([])
})

test('no role may give a higher one', () => {
  const rank = (role: Role) => ['client', 'employee', 'manager', 'owner', 'admin', 'super_admin'].indexOf(role)
  for (const own of roles) for (const role of rolesToGive(own, true)) expect(rank(role)).toBeLessThanOrEqual(rank(own))
})

test('keeping a role needs no right to give it', () => {
  expect(mayGive(me('owner'), 'client', { accountId: 'x', role: 'client' })).toBe(true)
  expect(mayGive(me('owner'), 'client', { accountId: 'x', role: 'employee' })).toBe(false)
  expect(mayGive(me('owner'), 'client')).toBe(false)
  expect(mayGive(me('admin'), 'admin', { accountId: 'x', role: 'owner' })).toBe(false)
})

describe('whose account a user may change', () => {
  test.each([
    ['super_admin', 'super_admin', true],
    ['super_admin', 'admin', true],
    ['super_admin', null, true],
    ['admin', 'super_admin', false],
    ['admin', 'admin', false],
    ['admin', null, true],
    ['owner', 'super_admin', false],
    ['owner', 'admin', false],
    ['owner', null, true],
    ['manager', null, false],
    ['employee', null, false],
    ['client', null, false],
    [null, null, false],
  ] as const)('%s may change an account that is %s on the platform: %s', (by, platformRole, may) => {
    expect(mayChange(me(by), holder({ platformRole }))).toBe(may)
  })

  test('an admin may change their own account', () => {
    expect(mayChange(me('admin'), holder({ accountId: 'me', platformRole: 'admin' }))).toBe(true)
  })
})

test("an admin may change someone else's e-mail and password only until that person proves the address is theirs", () => {
  expect(mayChangeCredentials(me('owner'), holder())).toBe(true)
  expect(mayChangeCredentials(me('owner'), holder({ emailVerified: true }))).toBe(false)
  expect(mayChangeCredentials(me('owner'), holder({ madeHere: false }))).toBe(false)
  expect(mayChangeCredentials(me('owner'), holder({ accountId: 'me' }))).toBe(false)
  expect(mayChangeCredentials(me('owner'), holder({ platformRole: 'super_admin' }))).toBe(false)
  expect(mayChangeCredentials(me('super_admin'), holder({ emailVerified: true }))).toBe(false)
})
