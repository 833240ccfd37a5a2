// Finds the client or site that a row refers to: by number, then name, then address, ignoring case and accents.
// Ambiguous rows are refused (docs/product/imports.md).
import { addressKey } from '../addresses/address-key.ts'
import { fold } from '../text.ts'
import { cutAt, quoted } from './found.ts'
import { isCompanyName, isNearName, nameKey } from './names.ts'

export interface WrittenPlace {
  civicNumber?: string | null | undefined
  street?: string | null | undefined
  apartment?: string | null | undefined
  city?: string | null | undefined
}

export interface KnownClient {
  id: string
  /** Null until the database assigns one. */
  number: string | null
  name: string
  /** The billing address. */
  place: WrittenPlace
  email?: string | null | undefined
  phone?: string | null | undefined
  /** Addresses where lines of a flat sheet say they are served. */
  served?: WrittenPlace[]
}

export interface ClientRow {
  number?: string | null
  name: string
  place: WrittenPlace
  email?: string | null | undefined
  phone?: string | null | undefined
  /** Where a flat sheet says they are served. */
  at?: WrittenPlace
}

export interface KnownSite {
  id: string
  clientId: string
  name: string
  place: WrittenPlace
}

/** Nothing, one match, or why there is no answer. */
export type Found<T> = { one: T } | { none: true } | { problem: string }
const none = { none: true } as const

/** The clients and sites of a company, including those that an import is about to add. */
export class Folders {
  readonly #clients = new Map<string, KnownClient>()
  readonly #sites = new Map<string, KnownSite>()
  readonly #byNumber = new Lists<KnownClient>()
  readonly #byClientName = new Lists<KnownClient>()
  readonly #bySiteName = new Lists<KnownSite>()
  readonly #byClient = new Lists<KnownSite>()
  /** Built when the first link is not a name. */
  #byAddress: Lists<KnownSite> | undefined

  addClient(client: KnownClient) {
    this.#clients.set(client.id, client)
    if (client.number) this.#byNumber.add(nameKey(client.number), client)
    this.#byClientName.add(nameKey(client.name), client)
  }

  addSite(site: KnownSite) {
    this.#sites.set(site.id, site)
    this.#bySiteName.add(nameKey(site.name), site)
    this.#byClient.add(site.clientId, site)
    if (this.#byAddress) indexAddress(this.#byAddress, site)
  }

  /** Removes a client that could not be saved. */
  removeClient(id: string) {
    const client = this.#clients.get(id)
    if (!client) return
    this.#clients.delete(id)
    if (client.number) this.#byNumber.remove(nameKey(client.number), client)
    this.#byClientName.remove(nameKey(client.name), client)
  }

  removeSite(id: string) {
    const site = this.#sites.get(id)
    if (!site) return
    this.#sites.delete(id)
    this.#bySiteName.remove(nameKey(site.name), site)
    this.#byClient.remove(site.clientId, site)
    this.#byAddress = undefined
  }

  hasClient = (id: string) => this.#clients.has(id)
  site = (id: string) => this.#sites.get(id)

  /** The client that a row refers to. `isNumbered`: some row has this number, so that row is about its client. */
  matchClient(row: ClientRow, isNumbered: (number: string) => boolean): Found<KnownClient> {
    const called = this.#byClientName.of(nameKey(row.name))
    if (row.number) {
      const [holder] = this.#byNumber.of(nameKey(row.number))
      if (holder) return this.#isSame(holder, row) ? { one: holder } : { problem: this.#takenBy(row, holder) }
      const [padded, another] = this.#padded(row.number).filter((client) => !isNumbered(client.number ?? '') && this.#isSame(client, row))
      if (padded && !another) return { one: padded }
      const moved = called.filter(({ number, place }) => (number === null || !isNumbered(number)) && isSamePlace(place, row.place))
      return moved.length === 1 && moved[0] ? { one: moved[0] } : none
    }
    const named = called.filter((client) => !this.#isHomonym(client, row))
    const here = named.filter(({ place }) => isSamePlace(place, row.place))
    const [only, other] = here.length > 0 ? here : named.filter((client) => !isWritten(row.place) || !isWritten(client.place))
    if (!only || !other) return only ? { one: only } : none
    const [served, alsoServed] = named.filter((client) => this.#isServedAt(client, row.at))
    if (served && !alsoServed) return { one: served }
    return { problem: ambiguous(row.name, 'clients', (here.length > 0 ? here : named).map(clientLabel)) }
  }

  /** By number, then by name. */
  findClient(link: string): Found<KnownClient> {
    const key = nameKey(link.trim())
    const numbered = this.#byNumber.of(key)
    const found = numbered.length > 0 ? numbered : this.#byClientName.of(key)
    if (found.length > 0) return single(link, 'clients', found, clientLabel)
    return single(link, 'clients', this.#padded(key), clientLabel)
  }

  /** Clients whose number lost its leading zeros in a spreadsheet. */
  #padded = (number: string) => (/^\d+$/.test(number) ? paddings.flatMap((zeros) => this.#byNumber.of(zeros + number)) : [])

  /** « numéro du client / nom », a name, or an address; within the client if one is given, else in the company. */
  findSite(link: string, clientId?: string): Found<KnownSite> {
    const what = 'points de service'
    const both = this.#splitLink(link).filter((site) => !clientId || site.clientId === clientId)
    if (both.length > 0) return single(link, what, both, this.#siteLabel)
    const name = nameKey(link.trim())
    // With a client, search only their own sites: a company has thousands called « Entrée ».
    const own = clientId ? this.#byClient.of(clientId) : undefined
    const called = own ? own.filter((site) => nameKey(site.name) === name) : this.#bySiteName.of(name)
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

  /** The client's site that a row refers to: by name, or by address if it has no name. */
  matchSite(clientId: string, { name, place }: { name?: string | undefined; place: WrittenPlace }): Found<KnownSite> {
    const own = this.#byClient.of(clientId)
    if (name !== undefined) {
      const named = own.filter((site) => nameKey(site.name) === nameKey(name))
      const one = named.find((site) => site.name === name) ?? named[0]
      return one ? { one } : none
    }
    return single(
      placeLine(place),
      'points de service',
      own.filter((site) => isSamePlace(site.place, place)),
      this.#siteLabel,
    )
  }

  /** Names an unnamed site after its address, plus apartment and city where the client already has that name. */
  nameFor(clientId: string, place: WrittenPlace, longest: number): string {
    const taken = new Set(this.#byClient.of(clientId).map(({ name }) => nameKey(name)))
    const line = placeLine(place)
    const unit = place.apartment && `app. ${place.apartment}`
    const ends = ['', unit, place.city, [unit, place.city].filter(Boolean).join(', ')].filter((end) => end !== undefined && end !== null)
    const called = (end: string) => (end ? `${cutAt(line, Math.max(10, longest - end.length - 3)).trimEnd()} (${end})` : line)
    for (const end of ends) {
      const name = cutAt(called(end), longest).trimEnd()
      if (!taken.has(nameKey(name))) return name
    }
    for (let count = 2; ; count++) {
      const name = called(String(count))
      if (!taken.has(nameKey(name))) return name
    }
  }

  sitesOf = (clientId: string): readonly KnownSite[] => this.#byClient.of(clientId)

  /** The name itself may contain a slash. */
  #splitLink(link: string): KnownSite[] {
    const found: KnownSite[] = []
    for (let at = link.indexOf('/'); at >= 0; at = link.indexOf('/', at + 1)) {
      const [client] = this.#byNumber.of(nameKey(link.slice(0, at).trim()))
      const name = nameKey(link.slice(at + 1).trim())
      if (client) found.push(...this.#byClient.of(client.id).filter((site) => nameKey(site.name) === name))
    }
    return found
  }

  #isSame(holder: KnownClient, row: ClientRow): boolean {
    if (plain(holder.name) === plain(row.name)) return true
    const [theirs, said] = [this.#placesOf(holder), [row.place, row.at].filter(isWritten)]
    if (theirs.length > 0 && said.length > 0) return theirs.some((place) => said.some((other) => isSamePlace(place, other)))
    return isNearName(holder.name, row.name) // without addresses: a corrected name
  }

  #takenBy(row: ClientRow, holder: KnownClient): string {
    const canCompare = this.#placesOf(holder).length > 0 && [row.place, row.at].some(isWritten)
    const why = canCompare ? `, qui n’est pas à la même adresse que ${quoted(row.name)}.` : `, et non de ${quoted(row.name)}.`
    return `Le numéro ${row.number} est celui de ${quoted(holder.name)}${why}`
  }

  /**
   * Two lines of a flat sheet with the same name are two people if they are served at different places, an e-mail or
   * phone given on both differs, and they share no e-mail, phone or billing address. Company names have no homonyms.
   */
  #isHomonym(client: KnownClient, row: ClientRow): boolean {
    if (!isWritten(row.at) || isCompanyName(row.name)) return false
    const contacts = [
      [client.email?.toLowerCase(), row.email?.toLowerCase()],
      [client.phone, row.phone],
    ].filter(([theirs, said]) => theirs && said)
    if (contacts.length === 0 || contacts.some(([theirs, said]) => theirs === said)) return false
    return this.#placesOf(client).length > 0 && !isSamePlace(client.place, row.place) && !this.#isServedAt(client, row.at)
  }

  #placesOf = (client: KnownClient) =>
    [client.place, ...(client.served ?? []), ...this.sitesOf(client.id).map(({ place }) => place)].filter(isWritten)

  #isServedAt = (client: KnownClient, at: WrittenPlace | undefined) =>
    at !== undefined && this.#placesOf(client).some((place) => isSamePlace(place, at))

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

const isWritten = (place: WrittenPlace | undefined): place is WrittenPlace => Boolean(place?.street)

/** Whether both are the same house in the same city, as far as both say. */
export function isSamePlace(one: WrittenPlace | undefined, other: WrittenPlace | undefined): boolean {
  if (!isWritten(one) || !isWritten(other)) return false
  const [here, there] = [keysOf(one), keysOf(other)]
  return here.house === there.house && (here.city === '' || there.city === '' || here.city === there.city)
}

/** Cached, because one address is compared with many. */
const placeKeys = new WeakMap<WrittenPlace, { house: string; city: string }>()

function keysOf(place: WrittenPlace): { house: string; city: string } {
  const known = placeKeys.get(place)
  if (known) return known
  const keys = { house: houseKey(place), city: addressKey(place.city ?? '') }
  placeKeys.set(place, keys)
  return keys
}

const houseKey = ({ civicNumber, street, apartment }: WrittenPlace) =>
  addressKey([civicNumber, street, apartment].filter(Boolean).join(' '))

/** « 123, rue Saint-Jean, app. 4 ». */
export const placeLine = ({ civicNumber, street, apartment }: WrittenPlace) =>
  [civicNumber, street, apartment && `app. ${apartment}`].filter(Boolean).join(', ')

/** With and without its city, since people write both. */
function addressKeys({ place }: KnownSite): string[] {
  if (!place.street) return []
  const lines = [houseKey(place), addressKey(placeLine(place))]
  return place.city ? [...lines, ...lines.map((line) => `${line} ${addressKey(place.city ?? '')}`)] : lines
}

function indexAddress(index: Lists<KnownSite>, site: KnownSite) {
  for (const key of addressKeys(site)) index.add(key, site)
}

const plain = (name: string) => fold(name, { punctuation: 'drop' })
