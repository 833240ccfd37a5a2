// E-mail, for any provider.
import type { Posted } from '../../engine/http/posted.ts'
import type { GatewayWork } from '../gateway-work.ts'

/** In base64: a letter waits in the queue as JSON. */
export interface Attachment {
  name: string
  type: string
  base64: string
  /** Set for a picture that the text shows as `cid:…`. */
  cid?: string
}

export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  /** On whose behalf it is written: shown as the sender, and replies go there. */
  sender?: { name: string; replyTo: string | null }
}

/** `returned`: it left, and came back for good. `letterId` is the key it was delivered with. */
export type MailNews = { is: 'returned'; letterId: string; reason: string } | { is: 'other' }

export interface Mail {
  /**
   * `key` is the same at each try of a letter: a provider that knows keys sends it once. Returns why it was refused
   * for good, in the refuser's words, or null if it is on its way. Throws if a retry may help.
   */
  deliver(work: GatewayWork, letter: Letter, key: string): Promise<string | null>
  /** What the provider posted to our webhook; null if it isn't signed. */
  hear(posted: Posted): MailNews | null
}
