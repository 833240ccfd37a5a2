// The layout of every e-mail Bordée sends.

import { unlinked } from '@bordee/core/links.ts'
import { sentence } from '@bordee/core/text.ts'
import type { Attachment, Letter } from '../../outside/mail/mail.ts'

export interface LetterContent {
  to: string
  subject: string
  paragraphs: string[]
  action?: { label: string; url: string }
  footnote?: string
  attachments?: Attachment[]
  /** Sent on behalf of a company: its name or logo replaces ours, and replies go to it. */
  sender?: Letter['sender']
  /** Leaves even if the mailbox has had its share today: only what its reader asked for, or must know about their account. */
  always?: true
  /** The slice that wrote it: it provides the logo at sending time, and learns the outcome. */
  about?: About
}

export interface About {
  slice: string
  companyId: string
  id: string
}

export interface Logo {
  type: string
  bytes: Buffer
}

/**
 * The same content as plain text and HTML. Everything users typed is escaped here, once, and none of it becomes a link: the
 * action is the only one.
 */
export function letter({ to, attachments = [], ...typed }: LetterContent, logo: Logo | null = null): Letter {
  const subject = unlinked(typed.subject)
  const paragraphs = typed.paragraphs.map(unlinked)
  const footnote = typed.footnote && unlinked(typed.footnote)
  const action = typed.action && { ...typed.action, label: unlinked(typed.action.label) }
  const sender = typed.sender && { ...typed.sender, name: unlinked(typed.sender.name) }
  const text = [...paragraphs, ...(action ? [`${action.label}\u00a0: ${action.url}`] : []), ...(footnote ? [footnote] : [])].join('\n\n')
  const line = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(content)}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="${buttonStyle}">${escaped(action.label)}</a></p>`
    : ''
  const body = [...paragraphs.map((content) => line(content)), button, footnote ? line(footnote, 'color:#53686B;font-size:14px') : '']
  const signature = sender ? line(sentence(`Envoyé par Bordée pour ${sender.name}`), 'margin-top:16px;color:#53686B;font-size:13px') : ''
  const html = `<!doctype html><html lang="fr-CA"><head>${meta}<title>${escaped(subject)}</title></head>
<body style="${bodyStyle}"><div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-weight:700;color:#17504A">${sender ? brand(sender.name, logo) : '❄ Bordée'}</p>
<div style="background:#ffffff;border:1px solid #DFE7E6;border-radius:12px;padding:28px">${body.join('')}</div>
${signature}</div></body></html>`
  const files = logo ? [...attachments, { name: 'logo', type: logo.type, base64: logo.bytes.toString('base64'), cid: 'logo' }] : attachments
  return { to, subject, text, html, attachments: files, ...(sender && { sender }) }
}

const meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
const bodyStyle = 'margin:0;background:#F2F5F4;color:#16282B;font:16px/1.55 system-ui,sans-serif'
const buttonStyle =
  'display:inline-block;padding:14px 22px;border-radius:10px;background:#17504A;color:#ffffff;text-decoration:none;font-weight:600'

/** Without pictures, the reader sees the name. */
const brand = (name: string, logo: Logo | null) =>
  logo ? `<img src="cid:logo" alt="${escaped(name)}" style="display:block;max-width:240px;max-height:64px;border:0">` : escaped(name)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
