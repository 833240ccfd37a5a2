import { hash, verify } from '@node-rs/argon2'

/** OWASP's minimum for argon2id: 19 MiB, two passes; about 15 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

export const hashOfNobody = await hashPassword('the password of nobody')

/** Takes as long for an account without a password, or for no account, as for a wrong password. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? hashOfNobody, password)
  return matches && stored !== null && stored !== undefined
}
