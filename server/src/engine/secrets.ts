// Keys for each purpose, derived from SECRET, so that leaking one reveals nothing about the others.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Purpose =
  | 'identity-token'
  | 'refresh-token'
  | 'captcha'
  | 'captcha-key'
  | 'jobs'
  | 'database'
  | 'wifi'
  | 'payment-webhooks'
  | 'sandbox'
  | 'tracker'
  | 'tracker-key'
  | 'second-factor'
  | 'recovery-code'
  | 'tracking-link'

export class Secrets {
  readonly #secret: string
  readonly #keys = new Map<Purpose, Buffer>()

  constructor(secret: string) {
    this.#secret = secret
  }

  key(purpose: Purpose): Buffer {
    const key = this.#keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', this.#secret, '', purpose, 32))
    this.#keys.set(purpose, key)
    return key
  }

  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.key(purpose)).update(text).digest('base64url')
  }

  /** For data that must be stored although it holds a code or an address: waiting e-mails. */
  seal(purpose: Purpose, value: unknown): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.key(purpose), iv)
    const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
  }

  unseal<T>(purpose: Purpose, sealed: string): T {
    const bytes = Buffer.from(sealed, 'base64url')
    // A truncated tag would be easier to guess.
    const options = { authTagLength: 16 }
    const decipher = createDecipheriv('aes-256-gcm', this.key(purpose), bytes.subarray(0, 12), options).setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')) as T
  }
}

/** An unguessable code. */
export const newCode = () => randomBytes(32).toString('base64url')

/** What we store of a code: enough to recognise it, not to use it. */
export const hashOf = (code: string) => createHash('sha256').update(code).digest()
