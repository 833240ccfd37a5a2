// Stored files, for any provider: a folder today, object storage once a company's work runs on several machines. A file
// is named by the SHA-256 of its content, so it never changes and the same content is stored once.
import type { Readable } from 'node:stream'

export interface StoredFile {
  hash: string
  size: number
  /** When it was stored last: storing it again counts. */
  storedAt: Date
}

export interface Files {
  /** Returns the content's hash once it can no longer be lost. Throws `NoRoom`; then nothing of it stays. */
  put(content: Uint8Array): Promise<string>
  /** Null if it isn't there. */
  get(hash: string): Promise<Readable | null>
  has(hash: string): Promise<boolean>
  remove(hash: string): Promise<void>
  list(): AsyncIterable<StoredFile>
  /** Clears what interrupted writes from before that moment left behind; returns how many there were. */
  removeUnfinished(before: Date): Promise<number>
}

/** The storage is full, or nearly. */
export class NoRoom extends Error {}

export const isFileHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash)
