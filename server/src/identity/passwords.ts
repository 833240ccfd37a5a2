import { hash, verify } from '@node-rs/argon2'

/** OWASP's floor for argon2id: 19 MiB, two passes; about 15 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

export const hashOfNobody = await hashPassword('the password of nobody')

/** Takes as long for an account without password, or for none at all, as for a wrong one. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? hashOfNobody, password)
  return matches && stored !== null && stored !== undefined
}
