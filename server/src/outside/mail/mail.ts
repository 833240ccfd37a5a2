// E-mail, whoever carries it.
import type { AtWork } from '../at-work.ts'

/** In base64: a letter waits in the queue as JSON. */
export interface Attachment {
  name: string
  type: string
  base64: string
  /** A picture that the text shows, as `cid:…`. */
  cid?: string
}

export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  /** On whose behalf it is written: their name stands as the sender, and answers go to them. */
  sender?: { name: string; replyTo: string | null }
}

export interface Mail {
  /**
   * `key` is the same each time one letter is tried: nobody gets it twice from a provider that can tell. Answers why it was refused for good, in the words of who did, or
   * null: it is on its way. What may go better another time is thrown.
   */
  deliver(work: AtWork, letter: Letter, key: string): Promise<string | null>
}
