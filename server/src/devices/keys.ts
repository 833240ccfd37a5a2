// A tracker's key ends with a signature, so that most guesses are recognised without asking the database.
import { randomBytes } from 'node:crypto'
import type { Secrets } from '../engine/secrets.ts'

/** Characters of a key that are random; the rest are the signature's first ones. */
const random = 32
const signature = 11

export function newKey(secrets: Secrets): string {
  const code = randomBytes(24).toString('base64url')
  return code + signatureOf(secrets, code)
}

/** A signed key was ours once; it may have been renewed since. An unsigned one may be older than the signatures. */
export const isSigned = (secrets: Secrets, key: string) => key.slice(random) === signatureOf(secrets, key.slice(0, random))

const signatureOf = (secrets: Secrets, code: string) => secrets.sign('tracker-key', code).slice(0, signature)
