import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test, vi } from 'vitest'
import { mailLater } from '../engine/mail.jobs.ts'
import { openTestServer } from '../testing/server.ts'

// A real SMTP server that refuses the first try of each letter, as a busy one does.
const received: { from: string; to: string[]; source: string }[] = []
let refusals = 1
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      if (refusals-- > 0) return done(Object.assign(new Error('busy'), { responseCode: 451 }))
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ from, to: envelope.rcptTo.map((one) => one.address), source: Buffer.concat(chunks).toString('utf8') })
      done()
    })
  },
})
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)))

test('a letter goes out over SMTP, and is tried again when the server is busy', async () => {
  const { port } = smtp.server.address() as { port: number }
  const server = await openTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Bordée <info@bordee.exemple.ca>' })
  const attachments = [{ name: 'modèle.xlsx', type: 'application/x-essai', base64: Buffer.from('un classeur').toString('base64') }]
  const content = { to: 'elise@exemple.ca', subject: 'Tempête à l’horizon', paragraphs: ['Bonjour Élise,'], attachments }
  await server.work((work) => mailLater(work, content))
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 30_000, interval: 100 })
  expect(received[0]).toMatchObject({ from: 'info@bordee.exemple.ca', to: ['elise@exemple.ca'] })
  expect(received[0]?.source).toContain('multipart/alternative')
  expect(received[0]?.source).toContain('Content-Type: application/x-essai')
  expect(received[0]?.source).toContain(attachments[0]?.base64)
  expect(received[0]?.source).toMatch(/Message-ID: <[0-9a-f-]{36}@bordee\.exemple\.ca>/i)
  expect(await server.sql('select from outbox')).toEqual([])
})
