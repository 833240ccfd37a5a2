// Finds streets from partial input: words in any order, unfinished, missing, or with one typo. A whole province fits
// in memory: it has three million houses, but only around a hundred thousand streets.
import { addressWords, streetTypes } from './address-key.ts'
import { isNearly } from './nearly.ts'

export interface IndexedStreet {
  id: number
  name: string
  city: string
  state: string
  houses: number
}

export interface FoundStreet extends IndexedStreet {
  score: number
}

const particles = ['de', 'du', 'des', 'la', 'le', 'les', 'l', 'd', 'a', 'au', 'aux', 'et', 'en', 'sur']
const light = new Set<string>([...streetTypes, ...particles])
const common = new Set(['saint', 'sainte', 'nord', 'sud', 'est', 'ouest'])
/** How much a word says about a street: « rue » says hardly anything. */
const weightOf = (word: string) => (light.has(word) ? 0.25 : common.has(word) ? 0.6 : 1)
const isLight = (word: string) => light.has(word)

/** How many streets get a closer look, and how far below the best score a street is still shown. */
const shortlist = 100
const behind = 0.9
/** The share of the input that must match. In « maguire sillery » we know the street but not the former town. */
const leastFound = 0.45
const perMissingWord = 0.14
const fromCity = 0.9

interface Likeness {
  word: number
  quality: number
}

/** Words, and the places where each occurs. */
class Vocabulary {
  readonly words: string[] = []
  readonly postings: number[][] = []
  readonly #ids = new Map<string, number>()
  #order: Int32Array | undefined
  readonly #known = new Map<string, Likeness[]>()

  add(word: string, place: number): number {
    let id = this.#ids.get(word)
    if (id === undefined) {
      id = this.words.push(word) - 1
      this.#ids.set(word, id)
      this.postings.push([])
    }
    const places = this.postings[id] as number[]
    if (places.at(-1) !== place) places.push(place)
    return id
  }

  same(typed: string): Likeness[] {
    const word = this.#ids.get(typed)
    return word === undefined ? [] : [{ word, quality: 1 }]
  }

  /** The word that occurs in the fewest places, unless even that one is too common to help. */
  rarest(typed: readonly string[]): string[] {
    const places = (word: string) => this.postings[this.#ids.get(word) ?? -1]?.length ?? 0
    const telling = typed.filter((word) => places(word) > 0 && places(word) <= 2000)
    return telling.toSorted((a, b) => places(a) - places(b)).slice(0, 1)
  }

  /** The words that `typed` may mean, best match first. */
  like(typed: string): Likeness[] {
    const known = this.#known.get(typed)
    if (known) return known
    const found = [...this.#begunBy(typed), ...this.#mistyped(typed)].toSorted((a, b) => b.quality - a.quality)
    if (this.#known.size >= 5000) this.#known.clear()
    this.#known.set(typed, found)
    return found
  }

  #begunBy(typed: string): Likeness[] {
    this.#order ??= this.#sorted()
    const order = this.#order
    let low = 0
    for (let high = order.length; low < high; ) {
      const middle = (low + high) >> 1
      if (this.#at(order, middle) < typed) low = middle + 1
      else high = middle
    }
    const found: Likeness[] = []
    for (let i = low; i < order.length && this.#at(order, i).startsWith(typed); i++) {
      const length = this.#at(order, i).length
      found.push({ word: order[i] as number, quality: length === typed.length ? 1 : 0.9 - 0.25 * (1 - typed.length / length) })
    }
    return found
  }

  #mistyped(typed: string): Likeness[] {
    if (typed.length < 4 || /\d/.test(typed)) return []
    const found: Likeness[] = []
    for (const [word, text] of this.words.entries()) {
      if (text.length < typed.length - 1 || text.startsWith(typed)) continue
      const nearly = isNearly(typed, text)
      if (nearly === 'whole') found.push({ word, quality: 0.72 })
      else if (nearly === 'begun' && typed.length >= 5) found.push({ word, quality: 0.55 })
    }
    return found
  }

  #sorted(): Int32Array {
    const text = (id: number) => this.words[id] as string
    return Int32Array.from(this.words.keys()).sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0))
  }

  #at(order: Int32Array, i: number): string {
    return this.words[order[i] as number] as string
  }
}

/** Add streets one by one, then search; don't add any after the first search. */
export class StreetIndex {
  readonly #streets: IndexedStreet[] = []
  readonly #cityOf: number[] = []
  readonly #wordsOf: number[][] = []
  /** How many of a street's words are distinctive. */
  readonly #telling: number[] = []
  readonly #words = new Vocabulary()
  readonly #cityWords = new Vocabulary()
  readonly #cities = new Map<string, number>()
  readonly #citiesKnown = new Map<string, Float32Array>()
  #scratch: Scratch | undefined

  get size(): number {
    return this.#streets.length
  }

  add(given: IndexedStreet): void {
    const street = this.#streets.push(given) - 1
    const words = addressWords(given.name)
    this.#cityOf.push(this.#city(given))
    this.#wordsOf.push(words.map((word) => this.#words.add(word, street)))
    this.#telling.push(words.filter((word) => !isLight(word)).length)
    // People in a hurry write « lormière » and « stjean » as one word.
    words.forEach((word, at) => {
      const next = words[at + 1]
      if (next && ['l', 'd', 'saint', 'sainte'].includes(word)) this.#words.add(word + next, street)
    })
  }

  /** The streets that the `typed` words may mean, best first. */
  search(typed: readonly string[], limit: number): FoundStreet[] {
    const all = [...new Set(typed)].slice(0, 12)
    const telling = all.filter((word) => !isLight(word))
    // « chemin de la Montée » has only light words: search by the rarest one.
    const asked = telling.length ? telling : this.#words.rarest(all)
    const lights = all.filter((word) => !asked.includes(word))
    this.#scratch ??= new Scratch(this.#streets.length)
    const scratch = this.#scratch
    const total = asked.reduce((sum, word) => sum + weightOf(word), 0)

    scratch.begin()
    asked.forEach((word, bit) => {
      const weight = weightOf(word)
      for (const { word: like, quality } of telling.length ? this.#words.like(word) : this.#words.same(word))
        for (const street of this.#words.postings[like] as number[]) scratch.add(street, bit, quality * weight)
    })
    const found = this.#withCities(scratch, asked, total)
    const lightLike = lights.map((word) => new Map(this.#words.like(word).map(({ word: like, quality }) => [like, quality])))
    const best = scratch.best(found, shortlist).map((street) => {
      const known = this.#streets[street] as IndexedStreet
      const score = (scratch.score[street] as number) + this.#lightScore(street, lightLike) + 0.02 * Math.log10(1 + known.houses)
      return { ...known, score }
    })
    best.sort((a, b) => b.score - a.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    const top = best[0]?.score ?? 0
    return best.slice(0, limit).filter(({ score }) => score >= top - behind)
  }

  /** Words missing from the street may name its city. Returns the streets that match enough of the input, scored. */
  #withCities(scratch: Scratch, asked: string[], total: number): number[] {
    const inCity = asked.map((word, bit) => ({ bit: 1 << bit, weight: weightOf(word), quality: this.#citiesLike(word) }))
    const enough: number[] = []
    for (const street of scratch.touched) {
      const onStreet = scratch.matched[street] as number
      const city = this.#cityOf[street] as number
      let found = scratch.score[street] as number
      for (const { bit, weight, quality } of inCity) if (!(onStreet & bit)) found += (quality[city] as number) * weight
      if (found < leastFound * total) continue
      const left = Math.max(0, (this.#telling[street] as number) - bits(onStreet))
      scratch.score[street] = found - 0.6 * (total - found) - perMissingWord * left
      enough.push(street)
    }
    return enough
  }

  #city({ city, state }: IndexedStreet): number {
    const key = `${city}\n${state}`
    const known = this.#cities.get(key)
    if (known !== undefined) return known
    const number = this.#cities.size
    this.#cities.set(key, number)
    for (const word of addressWords(`${city} ${state}`)) this.#cityWords.add(word, number)
    return number
  }

  /** How well each city matches the word. « Québec » is a city, and also the province of all its cities. */
  #citiesLike(typed: string): Float32Array {
    const known = this.#citiesKnown.get(typed)
    if (known) return known
    const found = new Float32Array(this.#cities.size)
    const note = (word: string, part: number) => {
      for (const { word: like, quality } of this.#cityWords.like(word))
        for (const city of this.#cityWords.postings[like] as number[]) found[city] = Math.max(found[city] as number, quality * part)
    }
    note(typed, fromCity)
    if (typed === 'quebec') note('qc', 0.6)
    if (this.#citiesKnown.size >= 500) this.#citiesKnown.clear()
    this.#citiesKnown.set(typed, found)
    return found
  }

  /** For « avenue Cartier », « rue Cartier » ranks lower. */
  #lightScore(street: number, lightLike: Map<number, number>[]): number {
    const words = this.#wordsOf[street] as number[]
    return lightLike.reduce((sum, like) => {
      const held = words.reduce((most, word) => Math.max(most, like.get(word) ?? 0), 0)
      return sum + (held ? 0.25 * held : -0.15)
    }, 0)
  }
}

/** Sums per street, reused between searches: reallocating them would cost more than the search. */
class Scratch {
  readonly score: Float32Array
  /** One bit per typed word that the street matches. */
  readonly matched: Int32Array
  touched: number[] = []

  constructor(size: number) {
    this.score = new Float32Array(size)
    this.matched = new Int32Array(size)
  }

  begin(): void {
    for (const street of this.touched) {
      this.score[street] = 0
      this.matched[street] = 0
    }
    this.touched = []
  }

  /** Matches come best first, so only the first one per word counts. */
  add(street: number, bit: number, value: number): void {
    const had = this.matched[street] as number
    if (had & (1 << bit)) return
    if (had === 0) this.touched.push(street)
    this.matched[street] = had | (1 << bit)
    this.score[street] = (this.score[street] as number) + value
  }

  /** At least the `wanted` best, unsorted: twenty thousand streets begin with « rue Saint- », too many to sort. */
  best(streets: number[], wanted: number): number[] {
    if (streets.length <= wanted) return streets
    const steps = new Int32Array(600)
    const step = (street: number) => Math.min(599, Math.max(0, Math.round(((this.score[street] as number) + 2) * 40)))
    for (const street of streets) steps[step(street)] = (steps[step(street)] as number) + 1
    let least = 599
    for (let held = 0; least > 0; least--) {
      held += steps[least] as number
      if (held >= wanted) break
    }
    return streets.filter((street) => step(street) >= least).slice(0, wanted * 4)
  }
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest; rest &= rest - 1) count++
  return count
}
