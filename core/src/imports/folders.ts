// Which client or site a row speaks of: by number, then by name, then by address; case and accents do not count. What could be two is refused
// (docs/product/imports.md).
import { addressKey } from '../addresses/address-key.ts'
import { fold } from '../text.ts'
import { quoted } from './found.ts'

export interface WrittenPlace {
  civicNumber?: string | null | undefined
  street?: string | null | undefined
  apartment?: string | null | undefined
  city?: string | null | undefined
}

export interface KnownClient {
  id: string
  /** Null while it has none: the database gives it one. */
  number: string | null
  name: string
  /** Where he is billed. */
  place: WrittenPlace
}

export interface KnownSite {
  id: string
  clientId: string
  name: string
  place: WrittenPlace
}

/** Nothing, one, or why it cannot be said. */
export type Found<T> = { one: T } | { none: true } | { problem: string }
const none = { none: true } as const

/** The clients and sites of a company, those that an import is about to add among them. */
export class Folders {
  readonly #clients = new Map<string, KnownClient>()
  readonly #sites = new Map<string, KnownSite>()
  readonly #byNumber = new Lists<KnownClient>()
  readonly #byClientName = new Lists<KnownClient>()
  readonly #bySiteName = new Lists<KnownSite>()
  readonly #byClient = new Lists<KnownSite>()
  /** Made when a link is no name. */
  #byAddress: Lists<KnownSite> | undefined

  addClient(client: KnownClient) {
    this.#clients.set(client.id, client)
    if (client.number) this.#byNumber.add(fold(client.number), client)
    this.#byClientName.add(fold(client.name), client)
  }

  addSite(site: KnownSite) {
    this.#sites.set(site.id, site)
    this.#bySiteName.add(fold(site.name), site)
    this.#byClient.add(site.clientId, site)
    if (this.#byAddress) indexAddress(this.#byAddress, site)
  }

  /** It could not be written. */
  removeClient(id: string) {
    const client = this.#clients.get(id)
    if (!client) return
    this.#clients.delete(id)
    if (client.number) this.#byNumber.remove(fold(client.number), client)
    this.#byClientName.remove(fold(client.name), client)
  }

  removeSite(id: string) {
    const site = this.#sites.get(id)
    if (!site) return
    this.#sites.delete(id)
    this.#bySiteName.remove(fold(site.name), site)
    this.#byClient.remove(site.clientId, site)
    this.#byAddress = undefined
  }

  hasClient = (id: string) => this.#clients.has(id)
  site = (id: string) => this.#sites.get(id)

  /**
   * Whom a row of clients speaks of. `isNumbered` says of a number whether a row of the file bears it: then its client is spoken of there. `at` is where
   * a flat sheet says that he is served.
   */
  matchClient(
    row: { number?: string | null; name: string; place: WrittenPlace; at?: WrittenPlace },
    isNumbered: (number: string) => boolean,
  ): Found<KnownClient> {
    const named = this.#byClientName.of(fold(row.name))
    if (row.number) {
      const [holder] = this.#byNumber.of(fold(row.number))
      if (holder) return this.#isSame(holder, row) ? { one: holder } : { problem: takenBy(row, holder) }
      const moved = named.filter(({ number, place }) => (number === null || !isNumbered(number)) && isSamePlace(place, row.place))
      return moved.length === 1 && moved[0] ? { one: moved[0] } : none
    }
    const here = named.filter(({ place }) => isSamePlace(place, row.place))
    const [only, other] = here.length > 0 ? here : named.filter((client) => !isWritten(row.place) || !isWritten(client.place))
    if (!only || !other) return only ? { one: only } : none
    const [served, alsoServed] = named.filter((client) => this.#isServedAt(client, row.at))
    if (served && !alsoServed) return { one: served }
    return { problem: ambiguous(row.name, 'clients', (here.length > 0 ? here : named).map(clientLabel)) }
  }

  /** By number, then by name. */
  findClient(link: string): Found<KnownClient> {
    const key = fold(link.trim())
    const numbered = this.#byNumber.of(key)
    const found = numbered.length > 0 ? numbered : this.#byClientName.of(key)
    if (found.length > 0) return single(link, 'clients', found, clientLabel)
    // A number that lost its zeros in a spreadsheet.
    const padded = /^\d+$/.test(key) ? paddings.flatMap((zeros) => this.#byNumber.of(zeros + key)) : []
    return single(link, 'clients', padded, clientLabel)
  }

  /** « numéro du client / nom », a name, or an address; in the client if one is given, else in the company. */
  findSite(link: string, clientId?: string): Found<KnownSite> {
    const what = 'points de service'
    const both = this.#splitLink(link).filter((site) => !clientId || site.clientId === clientId)
    if (both.length > 0) return single(link, what, both, this.#siteLabel)
    const name = fold(link.trim())
    // In a client by his own sites: of those that are called « Entrée » a company has thousands.
    const own = clientId ? this.#byClient.of(clientId) : undefined
    const called = own ? own.filter((site) => fold(site.name) === name) : this.#bySiteName.of(name)
    if (called.length > 0) return single(link, what, called, this.#siteLabel)
    const place = addressKey(link)
    const at = own ? own.filter((site) => addressKeys(site).includes(place)) : this.#addresses().of(place)
    return single(link, what, at, this.#siteLabel)
  }

  #addresses(): Lists<KnownSite> {
    if (this.#byAddress) return this.#byAddress
    this.#byAddress = new Lists()
    for (const site of this.#sites.values()) indexAddress(this.#byAddress, site)
    return this.#byAddress
  }

  /** The site of a client that a row speaks of: of that name, or for want of a name at that address. */
  matchSite(clientId: string, { name, place }: { name?: string | undefined; place: WrittenPlace }): Found<KnownSite> {
    const own = this.#byClient.of(clientId)
    if (name !== undefined) {
      const [named] = own.filter((site) => fold(site.name) === fold(name))
      return named ? { one: named } : none
    }
    return single(
      placeLine(place),
      'points de service',
      own.filter((site) => isSamePlace(site.place, place)),
      this.#siteLabel,
    )
  }

  sitesOf = (clientId: string): readonly KnownSite[] => this.#byClient.of(clientId)

  /** A name may hold a stroke too. */
  #splitLink(link: string): KnownSite[] {
    const found: KnownSite[] = []
    for (let at = link.indexOf('/'); at >= 0; at = link.indexOf('/', at + 1)) {
      const [client] = this.#byNumber.of(fold(link.slice(0, at).trim()))
      const name = fold(link.slice(at + 1).trim())
      if (client) found.push(...this.#byClient.of(client.id).filter((site) => fold(site.name) === name))
    }
    return found
  }

  #isSame(holder: KnownClient, row: { name: string; place: WrittenPlace; at?: WrittenPlace }): boolean {
    if (fold(holder.name, { punctuation: 'drop' }) === fold(row.name, { punctuation: 'drop' })) return true
    const [theirs, said] = [
      [holder.place, ...this.sitesOf(holder.id).map(({ place }) => place)].filter(isWritten),
      [row.place, row.at].filter(isWritten),
    ]
    if (theirs.length > 0 && said.length > 0) return theirs.some((place) => said.some((other) => isSamePlace(place, other)))
    return sharesWord(holder.name, row.name) // without addresses: a name that was corrected keeps a word
  }

  #isServedAt = (client: KnownClient, at: WrittenPlace | undefined) =>
    at !== undefined && [client.place, ...this.sitesOf(client.id).map(({ place }) => place)].some((place) => isSamePlace(place, at))

  #siteLabel = ({ clientId, name }: KnownSite) => {
    const client = this.#clients.get(clientId)
    return `${client?.number ?? client?.name ?? ''} / ${name}`
  }
}

class Lists<T> {
  readonly #lists = new Map<string, T[]>()

  of(key: string): readonly T[] {
    return this.#lists.get(key) ?? []
  }

  add(key: string, one: T) {
    const list = this.#lists.get(key)
    if (!list) this.#lists.set(key, [one])
    else if (list.at(-1) !== one) list.push(one)
  }

  remove(key: string, one: T) {
    this.#lists.set(
      key,
      this.of(key).filter((other) => other !== one),
    )
  }
}

const paddings = ['0', '00', '000', '0000', '00000']

const clientLabel = ({ number, name }: KnownClient) => (number ? `${number} (${name})` : name)

function single<T>(link: string, what: string, found: readonly T[], label: (one: T) => string): Found<T> {
  const [one, other] = found
  if (one === undefined) return none
  return other === undefined ? { one } : { problem: ambiguous(link, what, found.map(label)) }
}

const named = 5

function ambiguous(link: string, what: string, labels: readonly string[]): string {
  const more = labels.length > named ? ', …' : ''
  return `${quoted(link)} désigne plusieurs ${what}\u00a0: ${labels.slice(0, named).map(quoted).join(', ')}${more}.`
}

const takenBy = (row: { number?: string | null; name: string }, holder: KnownClient) =>
  `Le numéro ${row.number} est celui de ${quoted(holder.name)}, qui n’est pas à la même adresse que ${quoted(row.name)}.`

const isWritten = (place: WrittenPlace | undefined): place is WrittenPlace => Boolean(place?.street)

/** The same house of the same city, as far as both say. */
export function isSamePlace(one: WrittenPlace | undefined, other: WrittenPlace | undefined): boolean {
  if (!isWritten(one) || !isWritten(other)) return false
  const cities = [one.city, other.city].map((city) => addressKey(city ?? ''))
  return houseKey(one) === houseKey(other) && (cities.includes('') || cities[0] === cities[1])
}

const houseKey = ({ civicNumber, street, apartment }: WrittenPlace) =>
  addressKey([civicNumber, street, apartment].filter(Boolean).join(' '))

/** « 123, rue Saint-Jean, app. 4 ». */
export const placeLine = ({ civicNumber, street, apartment }: WrittenPlace) =>
  [civicNumber, street, apartment && `app. ${apartment}`].filter(Boolean).join(', ')

/** With its city and without, as people may write it. */
function addressKeys({ place }: KnownSite): string[] {
  if (!place.street) return []
  const lines = [houseKey(place), addressKey(placeLine(place))]
  return place.city ? [...lines, ...lines.map((line) => `${line} ${addressKey(place.city ?? '')}`)] : lines
}

function indexAddress(index: Lists<KnownSite>, site: KnownSite) {
  for (const key of addressKeys(site)) index.add(key, site)
}

const wordsOf = (name: string) =>
  fold(name, { punctuation: 'drop' })
    .split(' ')
    .filter((word) => word.length > 2)
const sharesWord = (one: string, other: string) => wordsOf(one).some((word) => wordsOf(other).includes(word))
