// A company’s bulletin as HTML: complete without a script, light, and readable at night (docs/product/bulletins.md).
import { createHash } from 'node:crypto'
import { bulletinPath, bulletinTitles, isNight, momentInWords } from '@bordee/core/bulletins/bulletin.ts'
import { serviceColors } from '@bordee/core/colors.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import type { PublicPage, Publisher } from '../bulletins/public-page.ts'

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

export function bulletinPage({ publisher, current, history }: PublicPage, logo: Logo | null, now: Date): Written {
  const { companyName, zone, phone, links, isUnlisted } = publisher
  const said = ({ sentence, updatedAt }: Pick<typeof current, 'sentence' | 'updatedAt'>) =>
    `${paragraph(sentence, phone)}<p class="when">Mis à jour <time datetime="${updatedAt}">${momentInWords(updatedAt, zone, now)}</time></p>`
  const areas = current.sectors.map((area) => `<li><h3>${escaped(area.name)}</h3><p class="state">${area.title}</p>${said(area)}</li>`)
  const parts = [
    `<section><h2 class="state">${current.title}</h2>${said(current)}</section>`,
    areas.length > 0 ? `<section aria-labelledby="secteurs"><h2 id="secteurs">Par secteur</h2><ul>${areas.join('')}</ul></section>` : '',
    phone ? `<p><a class="call" href="tel:+1${phone}">Un oubli? Signalez-le<span>${formatPhone(phone)}</span></a></p>` : '',
    links.length > 0 ? `<ul class="links">${links.map(linkItem).join('')}</ul>` : '',
  ].join('\n')
  const rows = history.map(
    (post) =>
      `<li><time datetime="${post.createdAt}">${momentInWords(post.createdAt, zone, now)}</time>` +
      `<p><b>${post.areaName ? `${escaped(post.areaName)}\u00a0: ` : ''}${bulletinTitles[post.state]}</b></p>${paragraph(post.text, null)}</li>`,
  )
  const past = withinBytes(rows, mostBytes - Buffer.byteLength(parts))
  const main = `${parts}
${past.length > 0 ? `<details><summary>Les 30 derniers jours</summary><ol>${past.join('')}</ol></details>` : ''}
<p class="when">Cette page se met à jour d’elle-même.</p>`
  return layout({
    title: `${current.title} – ${companyName}`,
    head: isUnlisted ? '<meta name="robots" content="noindex">' : '',
    icon: logo ? logoPath(publisher) : '/icon.svg',
    isDark: isNight(zone, now),
    color: serviceColors[publisher.color],
    header: `${logo ? pictureOf(publisher, logo) : ''}<h1>${escaped(companyName)}</h1>`,
    main,
  })
}

/** Unknown, switched off or closed: nothing tells one from the other. */
export const noBulletinPage = plainPage(
  'Page introuvable',
  'Aucun bulletin n’est publié à cette adresse. Vérifiez-la auprès de votre déneigeur.',
)
export const tooManyPage = plainPage('Trop de demandes', 'Veuillez réessayer dans une minute.')

function plainPage(title: string, text: string): Written {
  return layout({
    title,
    head: '<meta name="robots" content="noindex">',
    icon: '/icon.svg',
    isDark: false,
    color: serviceColors.teal,
    header: '<p class="name">Bulletin de déneigement</p>',
    main: `<h1 class="state">${title}</h1><p>${text}</p>`,
  })
}

export const logoPath = ({ address, logoVersion }: Pick<Publisher, 'address' | 'logoVersion'>) =>
  `${bulletinPath(address)}/logo?v=${logoVersion}`

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
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

interface Layout {
  title: string
  head: string
  icon: string
  isDark: boolean
  color: string
  header: string
  main: string
}

function layout({ title, head, icon, isDark, color, header, main }: Layout): Written {
  const css = `:root{--color:${color}}${style}`
  const html = `<!doctype html>
<html lang="fr-CA"${isDark ? ' class="night"' : ''}>
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
  const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

const dark = '--page:#0f1a1b;--card:#182527;--border:#2d3f41;--ink:#e3ecea;--quiet:#a3b6b6;--link:#a9d8f5;color-scheme:dark'
const style = `
:root{--page:#f2f5f4;--card:#fff;--border:#dfe7e6;--ink:#16282b;--quiet:#53686b;--link:var(--color);color-scheme:light}
:root.night{${dark}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center;justify-content:center;padding:1rem;background:var(--color);color:#fff}
header img{display:block;padding:.375rem;border-radius:.5rem;background:#fff;box-sizing:content-box}
h1,.name{margin:0;font-size:1.25rem;line-height:1.3;overflow-wrap:anywhere}
main{max-width:40rem;margin:0 auto;padding:1rem}
section,details{margin:0 0 1rem;padding:1.25rem;border:1px solid var(--border);border-radius:.75rem;background:var(--card)}
h2{margin:0 0 .5rem;font-size:1.0625rem;line-height:1.25}
h2.state,h1.state{margin:0 0 .5rem;font-size:2rem;line-height:1.15}
h3{margin:0;font-size:1rem}
p{margin:0 0 .5rem}
li .state{margin:0;font-size:1.125rem;font-weight:600}
.text{white-space:pre-line;overflow-wrap:anywhere}
.when,time{color:var(--quiet);font-size:.9375rem}
ul,ol{margin:0;padding:0;list-style:none}
section li,ol li{padding:.75rem 0;border-top:1px solid var(--border)}
li p:last-child,section p:last-child{margin-bottom:0}
a{color:var(--link);text-underline-offset:.15em}
.call{display:block;margin:0 0 1rem;padding:.75rem 1rem;border-radius:.75rem;background:var(--color);color:#fff;font-weight:600;
text-align:center;text-decoration:none}
.call span{display:block;font-weight:400}
.links{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0 0 1rem}
.links a,summary{display:inline-block;min-height:44px;padding:.625rem 0;overflow-wrap:anywhere}
summary{display:block;margin:-.625rem 0;font-weight:600;cursor:pointer}
details ol{margin-top:.75rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
`
