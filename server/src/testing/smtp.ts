// A real SMTP server for the tests, which can be told to refuse.
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { closeAfterwards } from './closing.ts'

interface Received {
  from: string
  to: string[]
  source: string
}

/** `onRecipient` and `onLetter` may return a refusal: `{ code: 550, words: 'User unknown' }`. */
interface Moods {
  onRecipient?(address: string): Refusal | undefined
  onLetter?(letter: Received): Refusal | undefined
}
interface Refusal {
  code: number
  words: string
}

export async function openSmtp({ onRecipient, onLetter }: Moods = {}) {
  const received: Received[] = []
  const asError = (refusal: Refusal | undefined) => refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.code })
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(asError(onRecipient?.(address))),
    async onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const letter = { from, to: envelope.rcptTo.map(({ address }) => address), source: await text(stream) }
      const refusal = asError(onLetter?.(letter))
      if (!refusal) received.push(letter)
      done(refusal)
    },
  })
  smtp.on('error', () => undefined) // clients that hang up don't matter
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  closeAfterwards(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = smtp.server.address() as AddressInfo
  return { received, environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Bordée <info@bordee.exemple.ca>' } }
}
