// « Où est ma déneigeuse? » as HTML: complete without a script, at most 40 kB (docs/product/tracking.md).
import { serviceColors } from '@bordee/core/colors.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { replyKindNames, reportKinds } from '@bordee/core/replies/reply.ts'
import { sentence } from '@bordee/core/text.ts'
import { formatHour, hourIn } from '@bordee/core/time.ts'
import { caveatOf, mainWords, type SiteStatus } from '@bordee/core/tracking/site-status.ts'
import { trackingPath } from '@bordee/core/tracking/tracking-link.ts'
import type { Resident } from '../tracking/residents.ts'
import { escaped, layout, type Written } from './bulletin-page.ts'

/** What was just done, as the page says once. */
export const notes = {
  deplace: 'Merci! L’opérateur sait que votre véhicule est déplacé.',
  signale: 'Merci! Votre signalement est transmis.',
  tranquillite: 'Vos heures de tranquillité sont enregistrées.',
  desabonne: 'Vous ne recevrez plus d’alertes de cette compagnie.',
} as const
export type Note = keyof typeof notes

const unsubscribing = 'Ne plus recevoir d’alertes'

/** The pages with a form, which don't read themselves again: what is typed there must stay. */
export const forms = ['signaler', 'tranquillite', 'desabonnement'] as const
export type FormName = (typeof forms)[number]

interface Page {
  resident: Resident
  token: string
  now: Date
}

/** While the truck is awaited. */
const awaited: readonly SiteStatus['is'][] = ['listed', 'expected', 'unforeseeable', 'near', 'partial', 'not-done']

export function statusPage({ resident, token, now }: Page, status: SiteStatus, note: Note | null): Written {
  const { zone, bulletinAddress, isUnsubscribed } = resident
  const caveat = caveatOf(status)
  const moved =
    awaited.includes(status.is) && note !== 'deplace'
      ? `<form method="post" action="${trackingPath(token)}/deplace"><button class="call">J’ai déplacé mon véhicule</button></form>`
      : ''
  return page({ resident, token, now }, 'Où est ma déneigeuse?', [
    note ? `<p class="note" role="status">${notes[note]}</p>` : '',
    `<section><h2>${escaped(resident.siteAddress)}</h2><p class="now">${escaped(mainWords(status, zone))}</p>
${caveat ? `<p>${caveat}</p>` : ''}<p class="when">Mis à jour à ${hourIn(zone, now)}. Cette page se met à jour d’elle-même.</p></section>`,
    moved,
    `<ul class="links">${[
      ['signaler', 'Signaler'],
      ['tranquillite', 'Heures de tranquillité'],
      ...(isUnsubscribed ? [] : [['desabonnement', unsubscribing]]),
    ]
      .map(([path, label]) => `<li><a href="${trackingPath(token)}/${path}">${label}</a></li>`)
      .join('')}${bulletinAddress ? `<li><a href="/bulletin/${bulletinAddress}">Bulletin</a></li>` : ''}</ul>`,
    callLink(resident),
  ])
}

export function formPage(context: Page, form: FormName, { reportId, wrong }: { reportId: string; wrong: string | null }): Written {
  const { resident, token } = context
  const { title, fields, submit } = formParts(form, resident, reportId)
  return page(context, title, [
    wrong ? `<p class="note" role="alert">${escaped(wrong)}</p>` : '',
    `<section><h2>${title}</h2><form method="post" action="${trackingPath(token)}/${form}">${fields}${submit}</form></section>`,
    `<p><a href="${trackingPath(token)}">Retour</a></p>`,
  ])
}

interface FormParts {
  title: string
  fields: string
  submit: string
}

function formParts(form: FormName, resident: Resident, reportId: string): FormParts {
  const button = (label: string, name = '') => `<button class="call"${name && ` name="${name}" value="1"`}>${label}</button>`
  if (form === 'signaler') return { title: 'Signaler', fields: reportFields(reportId), submit: button('Envoyer') }
  if (form === 'tranquillite') {
    const remove = resident.quietHours
      ? `<button class="quiet" name="aucune" value="1">Ne plus avoir d’heures de tranquillité</button>`
      : ''
    return { title: 'Heures de tranquillité', fields: quietFields(resident), submit: button('Enregistrer') + remove }
  }
  return {
    title: unsubscribing,
    fields: `<p>Le ${formatPhone(resident.phone)} ne recevra plus aucune alerte de ${escaped(sentence(resident.companyName))}</p>`,
    submit: button(unsubscribing),
  }
}

const reportFields = (id: string) =>
  `<input type="hidden" name="id" value="${id}"><fieldset><legend>Qu’arrive-t-il?</legend>${reportKinds
    .map((kind) => `<label class="choice"><input type="radio" name="kind" value="${kind}" required> ${replyKindNames[kind]}</label>`)
    .join('')}</fieldset><label for="text">Détails (facultatif)</label><textarea id="text" name="text" rows="4" maxlength="600"></textarea>`

const hours = Array.from({ length: 48 }, (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`)

function quietFields({ quietHours }: Resident): string {
  const { startAt, endAt } = quietHours ?? { startAt: '22:00', endAt: '06:00' }
  const choice = (name: string, label: string, chosen: string) =>
    `<label for="${name}">${label}</label><select id="${name}" name="${name}">${[...new Set([...hours, chosen])]
      .sort((a, b) => a.localeCompare(b))
      .map((time) => `<option value="${time}"${time === chosen ? ' selected' : ''}>${formatHour(time)}</option>`)
      .join('')}</select>`
  const about = '<p>Un texto attend la fin de ces heures. Il ne part pas si l’endroit est déjà fait.</p>'
  return `${about}${choice('startAt', 'De', startAt)}${choice('endAt', 'À', endAt)}`
}

const callLink = ({ companyPhone }: Resident) =>
  `<p><a class="call" href="tel:+1${companyPhone}">Appeler<span>${formatPhone(companyPhone)}</span></a></p>`

/** What was refused, in the words of the refusal. */
export const refusedPage = (message: string) => plainPage('Impossible pour l’instant', message)
/** Unknown, revoked, of another season or of another phone: nothing tells one from the other. */
export const deadLinkPage = () =>
  plainPage('Lien expiré', 'Ce lien n’est plus valide. Le prochain texto de votre compagnie de déneigement en contiendra un nouveau.')
export const tooManyVisitsPage = () => plainPage('Trop de demandes', 'Veuillez réessayer dans une minute.')

const plainPage = (title: string, text: string): Written =>
  layout({
    title,
    head: '<meta name="robots" content="noindex">',
    icon: '/icon.svg',
    color: serviceColors.teal,
    header: '<p class="name">Où est ma déneigeuse?</p>',
    main: `<h1 class="state">${title}</h1><p>${escaped(text)}</p>`,
  })

function page({ resident }: Page, title: string, parts: readonly string[]): Written {
  return layout({
    title: `${title} – ${resident.companyName}`,
    head: '<meta name="robots" content="noindex">',
    icon: '/icon.svg',
    color: serviceColors[resident.color ?? 'teal'],
    header: `<h1>${escaped(resident.companyName)}</h1>`,
    main: parts.filter(Boolean).join('\n'),
    hasForms: true,
  })
}
