// E-mail: over SMTP, or into the outbox if none is configured.
import nodemailer from 'nodemailer'
import type { Mail } from './mail.ts'
import { mailgunNews } from './mailgun.ts'
import { inOneLine } from './refusals.ts'

export function smtpMail(url: string, from: string, signingKey: string | null = null): Mail {
  const transport = nodemailer.createTransport(url)
  return {
    hear: (posted) => (signingKey ? mailgunNews(posted, signingKey) : null),
    async deliver(_work, { attachments = [], sender, ...letter }, key) {
      const host = from.match(/@([^>\s]+)/)?.[1] ?? 'bordee.example'
      const message = {
        from: sender ? { name: sender.name, address: from.match(/<([^>]+)>/)?.[1] ?? from } : from,
        ...(sender?.replyTo && { replyTo: sender.replyTo }),
        ...letter,
        messageId: `<${key}@${host}>`,
        attachments: attachments.map(({ name, type, base64, cid }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(base64, 'base64'),
          ...(cid && { cid, contentDisposition: 'inline' as const }),
        })),
      }
      return transport.sendMail(message).then(() => null, refusalIn)
    },
  }
}

/** An SMTP failure. The command says whose fault it is: the sender and their password are ours to fix. */
interface Failure extends Error {
  command?: string
  responseCode?: number
  response?: string
}

/** The reason, if this recipient or this text will never pass. Rethrows anything else. */
function refusalIn(error: Failure): string {
  const isForGood = (error.responseCode ?? 0) >= 500 && ['RCPT TO', 'DATA'].includes(error.command ?? '')
  if (!isForGood) throw error
  return inOneLine(error.response ?? error.message)
}

/** The embedded provider. Outside the demo it masks links: readers of the outbox must not be able to use them. */
export const outboxMail: Mail = {
  hear: () => null,
  async deliver({ tx, env }, { to, subject, text, html, sender, attachments = [] }, key) {
    const shown = (content: string) => (env.demoAccounts ? content : content.replace(/oobCode=[\w-]+/g, 'oobCode=…'))
    const [kept] = await tx.sql`
      insert into outbox (id, channel, "to", subject, text, html, reply_to)
      values (${key}, 'email', ${to}, ${subject}, ${shown(text)}, ${shown(html)}, ${sender?.replyTo ?? null})
      on conflict (id) do nothing returning id`
    if (!kept) return null
    for (const { name, type, base64, cid = null } of attachments)
      await tx.sql`
        insert into outbox_attachments (outbox_id, name, type, bytes, cid)
        values (${key}, ${name}, ${type}, ${Buffer.from(base64, 'base64')}, ${cid})`
    return null
  },
}
