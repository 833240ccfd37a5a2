// Codes that a phone and the server compute from a shared secret and the time: RFC 6238 with the values every app
// assumes (SHA-1, half a minute, six digits).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const digits = 6
/** How many half-minutes a phone's clock may be off, either way. */
const drift = 1

/** 160 bits, as the RFC requires for SHA-1. */
export const newTotpSecret = () => base32(randomBytes(20))

export const stepAt = (at: Date) => Math.floor(at.getTime() / 1000 / stepSeconds)

export function totpOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const truncated = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/** The half-minute this code belongs to, near now; undefined if it is wrong. Compares all of them, in constant time. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const current = stepAt(now)
  const near = Array.from({ length: 2 * drift + 1 }, (_, index) => current - drift + index)
  const given = Buffer.from(code)
  return near.filter((step) => given.length === digits && timingSafeEqual(Buffer.from(totpOf(secret, step)), given)).at(-1)
}

/** The content of the QR code. */
export function totpUri(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  const settings = { secret, issuer, algorithm: 'SHA1', digits: String(digits), period: String(stepSeconds) }
  const query = Object.entries(settings).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${query.join('&')}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
