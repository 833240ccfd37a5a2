import { beforeEach, expect, test, vi } from 'vitest'
import { initApi } from './api.ts'
import { IdentityClient, IdentityError } from './identity.ts'

const token = (seconds: number) => `x.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds }))}.y`
const user = (uid: string) => ({ uid, email: `${uid}@exemple.ca`, emailVerified: true, claims: { role: 'owner', companyId: null } })
const server = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200) => new Response(body === '' ? '' : JSON.stringify(body), { status })
let identity: IdentityClient

beforeEach(() => {
  server.mockReset()
  identity = new IdentityClient()
  initApi({
    token: (force) => identity.token(force),
    tokenAtHand: () => identity.tokenAtHand,
    companyId: () => null,
    onCompanyChanged: () => undefined,
    fetch: server,
  })
})

const signedIn = async (seconds = 900) => {
  server.mockResolvedValueOnce(answer({ token: token(seconds), user: user('a') }))
  await identity.signIn('a@exemple.ca', 'motdepasse1')
}

test.each([
  [401, 'wrong-password', 'wrong-password'],
  [403, 'user-disabled', 'user-disabled'],
  [422, 'weak-password', 'weak-password'],
  [401, 'unauthenticated', 'not-authenticated'],
  [429, 'too-many-requests', 'internal-error'],
  [403, 'requires-recent-login', 'internal-error'],
])('%i %s gives the error kind %s', async (status, code, kind) => {
  server.mockResolvedValue(answer({ message: 'non', type: 'failure', code }, status))
  await expect(identity.signIn('a@b.ca', 'x')).rejects.toMatchObject({ kind, code })
  await expect(identity.signIn('a@b.ca', 'x')).rejects.toBeInstanceOf(IdentityError)
})

test('a network failure gives the kind internal-error', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(identity.signIn('a@b.ca', 'x')).rejects.toMatchObject({ kind: 'internal-error', code: undefined })
})

test('an action that needs a signed-in user throws without one', async () => {
  await expect(identity.sendEmailVerification()).rejects.toThrow('Cannot send email verification on unauthenticated user.')
  await expect(identity.updatePassword('motdepasse2')).rejects.toThrow('Cannot update password of unauthenticated user.')
  await expect(identity.deleteUser()).rejects.toThrow('Cannot delete unauthenticated user.')
  expect(server).not.toHaveBeenCalled()
})

test('a token about to expire is renewed once, however many calls ask for it', async () => {
  await signedIn(10)
  server.mockImplementation(async () => answer({ token: token(900), user: user('a') }))
  const [one, two] = await Promise.all([identity.token(), identity.token()])
  expect(one).toBe(two)
  expect(server).toHaveBeenCalledTimes(2)
  await identity.token()
  expect(server).toHaveBeenCalledTimes(2)
})

test('changing the password fetches a fresh token', async () => {
  await signedIn()
  server.mockResolvedValueOnce(answer('')).mockResolvedValueOnce(answer({ token: token(900), user: user('a') }))
  await identity.updatePassword('motdepasse2')
  expect(server.mock.calls.map(([url]) => url)).toEqual(['/api/identity/sign-in', '/api/identity/password', '/api/identity/token'])
})

test('only a 401 from the server ends the session; a network failure does not', async () => {
  const heard = vi.fn()
  identity.onChange(heard)
  await signedIn()
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(identity.token(true)).rejects.toThrow(TypeError)
  expect(identity.user).not.toBeNull()
  server.mockResolvedValueOnce(answer({ message: 'non', type: 'failure', code: 'unauthenticated' }, 401))
  expect(await identity.token(true)).toBeNull()
  expect(heard.mock.calls.map(([who]) => who?.uid ?? null)).toEqual(['a', null])
})

test('with persistence « none » the refresh token is kept in memory and used', async () => {
  server.mockResolvedValueOnce(answer({ token: token(900), user: user('a'), refreshToken: 'r1' }))
  await identity.signIn('a@exemple.ca', 'x', { persistence: 'none' })
  server.mockResolvedValueOnce(answer({ token: token(900), user: user('a'), refreshToken: 'r2' }))
  await identity.token(true)
  expect(JSON.parse(server.mock.calls[1]?.[1]?.body as string)).toEqual({ refreshToken: 'r1' })
})
