// What a company tells residents on its public page (docs/product/bulletins.md).
import * as z from 'zod'
import { serviceColorNames } from '../colors.ts'
import { hourIn, wallClock } from '../time.ts'
import { halfCharacter, id, instant, isWellFormed, named, optionalLines, phone, required, text } from '../wire.ts'
import { dayInWords } from '../written-days.ts'

export const bulletinStates = [
  'idle',
  'watch',
  'leaving',
  'under-way',
  'first-pass',
  'windrow',
  'final',
  'salting',
  'done',
  'postponed',
] as const
const bulletinState = z.enum(bulletinStates)
export type BulletinState = z.infer<typeof bulletinState>

export const bulletinTitles: Record<BulletinState, string> = {
  idle: 'Aucune opération prévue',
  watch: 'Nous surveillons la météo',
  leaving: 'Départ imminent',
  'under-way': 'Opération en cours',
  'first-pass': 'Premier passage en cours',
  windrow: 'Retrait des bancs de neige',
  final: 'Nettoyage final en cours',
  salting: 'Épandage d’abrasif en cours',
  done: 'Opération terminée',
  postponed: 'Opération reportée',
}

/** What is said of each state, unless the company has a sentence of its own. */
export const usualSentences: Record<BulletinState, string> = {
  idle: '',
  watch: 'Une opération est possible cette nuit.',
  leaving: 'Nos équipes partent vers 3\u00a0h.',
  'under-way': 'Nos équipes sont sur la route.',
  'first-pass': 'Passage partiel\u00a0: nous dégageons l’accès et le banc de neige laissé par la Ville.',
  windrow: 'La Ville est repassée; nous dégageons de nouveau les entrées.',
  final: 'Déplacez votre véhicule dès notre avis.',
  salting: '',
  done: 'Un oubli? Signalez-le.',
  postponed: 'Reprise prévue vers 9\u00a0h.',
}

export const longestText = 600

const shortest = 3
const longest = 40
/** Those that would be taken for ours, for a public service, or for part of the site. */
export const reservedAddresses = (
  'aide admin api app bordee bulletin bulletins client compte connexion demo equipe guide infolettre inscription logo office ' +
  'operateur soutien staff suivi support test www 311 511 811 911 canada gouvernement hydro-quebec police pompiers quebec ' +
  'securite-publique transports-quebec urgence urgences ville'
).split(' ')

export const addressTaken = 'Cette adresse est déjà prise.'
/** Lower-cased: people type as they please. */
export const bulletinAddress = z
  .string(required)
  .trim()
  .toLowerCase()
  .min(1, required)
  .min(shortest, `L’adresse doit avoir de ${shortest} à ${longest} caractères.`)
  .max(longest, `L’adresse doit avoir de ${shortest} à ${longest} caractères.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Des lettres sans accent, des chiffres et des traits d’union seulement.')
  .refine((address) => !reservedAddresses.includes(address), 'Cette adresse est réservée. Choisissez-en une autre.')

/** What an address begins as: « Déneigement Boréal inc. » → « deneigement-boreal-inc ». */
export const addressFrom = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '')

const link = z.object({
  label: text(60),
  url: z
    .string(required)
    .trim()
    .max(500)
    .regex(
      /^https:\/\/[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:\d{1,5})?([/?#][^\s"<>\\^`{|}]*)?$/,
      'Entrez une adresse complète, qui commence par https://.',
    )
    .refine(isWellFormed, halfCharacter),
})
export type BulletinLink = z.infer<typeof link>

export const mostLinks = 5
export const mostAreas = 20
const distinct = (ids: string[]) => [...new Set(ids)]

/** Shorter than a text, so that the share done fits beside it. */
const sentence = optionalLines(500)

export const bulletinConfigFields = {
  isOn: z.boolean(),
  address: bulletinAddress,
  /** Written from the night’s rounds, while nobody writes. */
  isAutomatic: z.boolean(),
  /** Search engines are asked not to list it. */
  isUnlisted: z.boolean(),
  /** How much snow the season had. */
  isSeasonShown: z.boolean().default(false),
  color: z.enum(serviceColorNames),
  /** Null: none is shown. */
  phone: z.preprocess((value) => (value === '' ? null : value), phone.nullable()),
  links: z.array(link).max(mostLinks),
  /** By state; null for the usual one. */
  sentences: z.partialRecord(bulletinState, sentence),
  /** The sectors and groupings listed by name; without any, only the whole company. */
  sectorIds: z.array(id).max(mostAreas).overwrite(distinct),
  groupingIds: z.array(id).max(mostAreas).overwrite(distinct),
}

/** `version` counts the savings; 0 before the first. */
export const bulletinConfig = named('BulletinConfig', z.object({ ...bulletinConfigFields, version: z.int() }))
export type BulletinConfig = z.infer<typeof bulletinConfig>

export const newBulletinPost = {
  /** Sent again after a lost answer, it is the same bulletin. */
  id: id.nullish(),
  state: bulletinState,
  text: optionalLines(longestText).nullish(),
  /** A listed sector or grouping; the whole company by default. */
  areaId: id.nullish(),
}

export const bulletinPost = named(
  'BulletinPost',
  z.object({
    id,
    state: bulletinState,
    text: z.string().nullable(),
    /** Null for the whole company, and for a sector that exists no more. */
    areaId: id.nullable(),
    /** Null for the whole company. */
    areaName: z.string().nullable(),
    isAutomatic: z.boolean(),
    /** Null: automatic. */
    userName: z.string().nullable(),
    createdAt: instant,
    /** An automatic one counts on while its state lasts. */
    updatedAt: instant,
  }),
)
export type BulletinPost = z.infer<typeof bulletinPost>

const shown = z.object({ state: bulletinState, text: z.string().nullable(), updatedAt: instant })

/** What the office sees before it writes. */
export const bulletinDesk = named(
  'BulletinDesk',
  z.object({
    isOn: z.boolean(),
    isAutomatic: z.boolean(),
    address: z.string(),
    current: shown,
    areas: z.array(z.object({ id, name: z.string(), ...shown.shape })),
    /** By state, as they are proposed. */
    sentences: z.record(bulletinState, z.string()),
    /** Of the last thirty days, newest first. */
    posts: z.array(bulletinPost),
  }),
)
export type BulletinDesk = z.infer<typeof bulletinDesk>

export const historyDays = 30

export const bulletinPath = (address: string) => `/bulletin/${address}`
/** The one for texts. */
export const shortBulletinPath = (address: string) => `/b/${address}`

export const sentencesOf = (own: BulletinConfig['sentences']): Record<BulletinState, string> =>
  Object.fromEntries(bulletinStates.map((state) => [state, own[state] ?? usualSentences[state]])) as Record<BulletinState, string>

/** « à 5 h 12 », or « le 17 novembre à 5 h 12 » of another day. */
export function momentInWords(at: Date | string, zone: string, now: Date): string {
  const { date } = wallClock(at, zone)
  const hour = `à\u00a0${hourIn(zone, at)}`
  return date === wallClock(now, zone).date ? hour : `le ${dayInWords(date)} ${hour}`
}
