// E-mail: over SMTP, or into the outbox where none is configured.
import nodemailer from 'nodemailer'
import type { Mail } from '../engine/outside/mail.ts'

export function smtpMail(url: string, from: string): Mail {
  const transport = nodemailer.createTransport(url)
  return {
    async deliver(_work, { attachments = [], ...letter }, key) {
      const host = from.match(/@([^>\s]+)/)?.[1] ?? 'bordee.example'
      await transport.sendMail({
        from,
        ...letter,
        messageId: `<${key}@${host}>`,
        attachments: attachments.map(({ name, type, base64 }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(base64, 'base64'),
        })),
      })
    },
  }
}

/** The embedded provider. Where the demo is not open the links are masked: whoever reads the outbox must not be able to use them. */
export const outboxMail: Mail = {
  async deliver({ tx, env }, { to, subject, text, html, attachments = [] }, key) {
    const shown = (content: string) => (env.demoAccounts ? content : content.replace(/oobCode=[\w-]+/g, 'oobCode=…'))
    const [kept] = await tx.sql`
      insert into outbox (id, channel, "to", subject, text, html)
      values (${key}, 'email', ${to}, ${subject}, ${shown(text)}, ${shown(html)})
      on conflict (id) do nothing returning id`
    if (!kept) return
    for (const { name, type, base64 } of attachments)
      await tx.sql`
        insert into outbox_attachments (outbox_id, name, type, bytes)
        values (${key}, ${name}, ${type}, ${Buffer.from(base64, 'base64')})`
  },
}
