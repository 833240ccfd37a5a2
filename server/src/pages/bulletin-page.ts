// A company’s bulletin as HTML: complete without a script, light or dark (docs/product/bulletins.md).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bulletinPath, bulletinTitles, momentInWords } from '@bordee/core/bulletins/bulletin.ts'
import { serviceColors } from '@bordee/core/colors.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { formatNumber } from '@bordee/core/text.ts'
import type { PublicPage, Publisher } from '../bulletins/public-page.ts'

const style = readFileSync(new URL('bulletin.css', import.meta.url), 'utf8').replace(/\s+/g, ' ')

export interface Logo {
  bytes: Buffer
  width: number
  height: number
}

/** Where a logo is shown, in pixels. */
export const logoPlace = { width: 200, height: 72 }

export interface Written {
  html: string
  /** Only this page’s style and our own pictures. */
  policy: string
}

/** What the text of the page may take: the history gives way first. */
const mostBytes = 44_000

export function bulletinPage({ publisher, current, history, seasonSnow }: PublicPage, logo: Logo | null, now: Date): Written {
  const { companyName, zone, phone, links, isUnlisted } = publisher
  const timeOf = (at: string) => `<time datetime="${at}">${momentInWords(at, zone, now)}</time>`
  const said = ({ sentence, updatedAt }: Pick<typeof current, 'sentence' | 'updatedAt'>) =>
    `${paragraph(sentence, phone)}<p class="when">Mis à jour ${timeOf(updatedAt)}</p>`
  const areas = current.sectors.map((area) => `<li><h3>${escaped(area.name)}</h3><p class="state">${area.title}</p>${said(area)}</li>`)
  const parts = [
    `<section><h2 class="state">${current.title}</h2>${said(current)}</section>`,
    areas.length > 0 ? `<section aria-labelledby="secteurs"><h2 id="secteurs">Par secteur</h2><ul>${areas.join('')}</ul></section>` : '',
    seasonSnow === null ? '' : `<p>Neige tombée cette saison\u00a0: ${formatNumber(seasonSnow)}\u00a0cm.</p>`,
    phone ? `<p><a class="call" href="tel:+1${phone}">Un oubli? Signalez-le<span>${formatPhone(phone)}</span></a></p>` : '',
    links.length > 0 ? `<ul class="links">${links.map(linkItem).join('')}</ul>` : '',
  ].join('\n')
  const rows = history.map(({ createdAt, areaName, state, text }) => {
    const title = `${areaName ? `${escaped(areaName)}\u00a0: ` : ''}${bulletinTitles[state]}`
    return `<li>${timeOf(createdAt)}<p><b>${title}</b></p>${paragraph(text, null)}</li>`
  })
  const past = withinBytes(rows, mostBytes - Buffer.byteLength(parts))
  const main = `${parts}
${past.length > 0 ? `<details><summary>Les 30 derniers jours</summary><ol>${past.join('')}</ol></details>` : ''}
<p class="when">Cette page se met à jour d’elle-même.</p>`
  return layout({
    title: `${current.title} – ${companyName}`,
    head: isUnlisted ? '<meta name="robots" content="noindex">' : '',
    icon: logo ? logoPath(publisher) : '/icon.svg',
    color: serviceColors[publisher.color],
    header: `${logo ? pictureOf(publisher, logo) : ''}<h1>${escaped(companyName)}</h1>`,
    main,
  })
}

/** Unknown, switched off or closed: nothing tells one from the other. */
export const noBulletinPage = () =>
  plainPage('Page introuvable', 'Aucun bulletin n’est publié à cette adresse. Vérifiez-la auprès de votre compagnie de déneigement.')
export const tooManyPage = () => plainPage('Trop de demandes', 'Veuillez réessayer dans une minute.')

function plainPage(title: string, text: string): Written {
  return layout({
    title,
    head: '<meta name="robots" content="noindex">',
    icon: '/icon.svg',
    color: serviceColors.teal,
    header: '<p class="name">Bulletin de déneigement</p>',
    main: `<h1 class="state">${title}</h1><p>${text}</p>`,
  })
}

const logoPath = ({ address, logoVersion }: Pick<Publisher, 'address' | 'logoVersion'>) => `${bulletinPath(address)}/logo?v=${logoVersion}`

const pictureOf = (publisher: Publisher, { width, height }: Logo) =>
  `<img src="${logoPath(publisher)}" alt="" width="${width}" height="${height}">`

const linkItem = ({ label, url }: { label: string; url: string }) =>
  `<li><a href="${escaped(url)}" rel="noopener nofollow">${escaped(label)}</a></li>`

/** The one phrase that asks for something leads to the phone; nothing else in a text becomes a link. */
const forgotten = 'Un oubli? Signalez-le.'
function paragraph(text: string | null, phone: string | null): string {
  if (!text) return ''
  const html = escaped(text)
  return `<p class="text">${phone ? html.replaceAll(forgotten, `<a href="tel:+1${phone}">${forgotten}</a>`) : html}</p>`
}

function withinBytes(rows: readonly string[], most: number): string[] {
  let left = most
  return rows.filter((row) => {
    left -= Buffer.byteLength(row)
    return left >= 0
  })
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

interface Layout {
  title: string
  head: string
  icon: string
  color: string
  header: string
  main: string
  /** They are sent to the page itself. */
  hasForms?: boolean
}

export function layout({ title, head, icon, color, header, main, hasForms = false }: Layout): Written {
  const css = `:root{--color:${color}}${style}`
  const html = `<!doctype html>
<html lang="fr-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="${color}">
${head}
<link rel="icon" href="${icon}">
<title>${escaped(title)}</title>
<style>${css}</style>
</head>
<body>
<header>${header}</header>
<main>
${main}
</main>
</body>
</html>
`
  const hash = createHash('sha256').update(css).digest('base64')
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    `form-action ${hasForms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ]
  return { html, policy: policy.join('; ') }
}
