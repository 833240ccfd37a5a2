import { expect, test, vi } from 'vitest'
import { mailLater } from '../../engine/jobs/mail.jobs.ts'
import { openTestServer } from '../../testing/server.ts'
import { openSmtp } from '../../testing/smtp.ts'
import { smtpMail } from './providers.ts'

test('a letter goes out over SMTP, and is retried when the server is busy', async () => {
  let refusals = 1
  const { received, environment } = await openSmtp({ onLetter: () => (refusals-- > 0 ? { code: 451, words: 'busy' } : undefined) })
  const server = await openTestServer(environment)
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

test.each([
  ['an unknown recipient', { onRecipient: 550 }, '550 5.1.1 Recipient address rejected: User unknown'],
  ['an unwelcome text', { onLetter: 554 }, '554 5.1.1 Recipient address rejected: User unknown'],
])(
  '%s is refused for good, in one clean line from the other server',
  async (_, { onRecipient, onLetter }: Record<string, number>, told) => {
    const say = (code: number | undefined) =>
      code && { code, words: `5.1.1 <elise@exemple.ca>: Recipient address rejected:\tUser unknown\u200b` }
    const { environment } = await openSmtp({ onRecipient: () => say(onRecipient) || undefined, onLetter: () => say(onLetter) || undefined })
    const mail = smtpMail(environment.SMTP_URL, environment.MAIL_FROM)
    const letter = { to: 'elise@exemple.ca', subject: 'Tempête', text: 'Bonjour', html: '<p>Bonjour</p>' }
    expect(await mail.deliver(undefined as never, letter, 'cle')).toBe(told)
  },
)

test('a busy recipient and a sender who may not send are retried', async () => {
  const { environment } = await openSmtp({ onRecipient: () => ({ code: 450, words: 'mailbox busy' }) })
  const letter = { to: 'elise@exemple.ca', subject: 'Tempête', text: 'Bonjour', html: '<p>Bonjour</p>' }
  await expect(smtpMail(environment.SMTP_URL, environment.MAIL_FROM).deliver(undefined as never, letter, 'cle')).rejects.toThrow(/busy/)
  const wrong = environment.SMTP_URL.replace('smtp://', 'smtp://qui:quoi@')
  await expect(smtpMail(wrong, environment.MAIL_FROM).deliver(undefined as never, letter, 'cle')).rejects.toThrow()
})
