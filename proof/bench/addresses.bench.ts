import type { Suggestion } from '../../core/src/addresses/addresses.calls.ts'
import { type GazetteerAddress, settleGazetteer, storeAddresses } from '../../server/src/addresses/gazetteer.queries.ts'
import { seeded } from '../../server/src/demo/chance.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'

const addresses = 1_000_000
const searches = 1500

export const bench: Bench = {
  title: 'Address suggestions among 1,000,000 addresses',
  async run() {
    await using server = await openBenchServer()
    const sample = await fill(server)
    const ids = await placeIds(server)
    await checkAnswers(server, sample)
    const typed = sample.slice(0, searches).map((address, i) => asTyped(address, i))
    const suggesting: number[] = []
    const lookingUp: number[] = []
    for (const [i, search] of typed.entries()) {
      const id = ids[i % ids.length]
      suggesting.push(await timed(() => suggest(server, search)))
      lookingUp.push(await timed(() => server.ask('GET', `/addresses/details/${id}/x`)))
    }
    const [p95, p95Lookup] = [percentile(suggesting, 0.95), percentile(lookingUp, 0.95)]
    const [p50, p50Lookup] = [percentile(suggesting, 0.5), percentile(lookingUp, 0.5)]
    const figures = `p95 ${ms(p95)} against ${ms(p95Lookup)}; medians ${ms(p50)} against ${ms(p50Lookup)}`
    return [{ what: 'p95 against the p95 of a primary-key lookup over HTTP', ratio: p95 / p95Lookup, most: 3, figures }]
  },
}

async function suggest(server: BenchServer, search: string): Promise<Suggestion[]> {
  const { status, text } = await server.ask('POST', '/addresses/suggestions', { search })
  assertRight(status === 200, `« ${search} » answered ${status}`)
  return JSON.parse(text) as Suggestion[]
}

/** Stores all addresses and returns a sample from across the list. */
async function fill(server: BenchServer): Promise<GazetteerAddress[]> {
  const sample: GazetteerAddress[] = []
  let batch: GazetteerAddress[] = []
  let at = 0
  const store = async () => {
    const rows = batch
    batch = []
    await server.asOwner((tx) => storeAddresses(tx, rows))
  }
  for (const address of generatedAddresses(addresses)) {
    if (at++ % Math.floor(addresses / searches) === 0) sample.push(address)
    if (batch.push(address) === 10_000) await store()
  }
  await store()
  await server.asOwner(settleGazetteer)
  await server.asOwner((tx) => tx.sql`analyze`)
  return sample
}

async function placeIds(server: BenchServer): Promise<string[]> {
  const rows = await server.asOwner((tx) => tx.sql<{ id: string }>`select id from addresses tablesample bernoulli (0.1) limit 800`)
  return rows.map(({ id }) => id)
}

/** Complete addresses are found, first; abbreviated, partial and mistyped ones nearly always. */
async function checkAnswers(server: BenchServer, sample: GazetteerAddress[]) {
  const random = seeded(11)
  const ways: [string, (address: GazetteerAddress) => string, number][] = [
    ['whole', ({ civicNumber, name, city }) => `${civicNumber} ${name}, ${city}`, 0.99],
    ['abbreviated, without accents', (address) => abbreviated(address), 0.97],
    ['the number last', ({ civicNumber, name, city }) => `${name} ${civicNumber} ${city}`, 0.97],
    [
      'the type left out',
      ({ civicNumber, name, city }) => `${civicNumber} ${name.replace(/^\p{Ll}+ (de la |du |des |de l’)?/u, '')} ${city}`,
      0.9,
    ],
    ['one typo', (address) => mistyped(address, random), 0.9],
  ]
  for (const [way, write, least] of ways) {
    let found = 0
    const some = sample.filter((_, i) => i % 4 === 0)
    for (const address of some) {
      const suggestions = await suggest(server, write(address))
      if (suggestions.some(({ description }) => description.startsWith(`${address.civicNumber}, ${address.name}, ${address.city} (`)))
        found++
    }
    console.log(`    ${way}: ${found} of ${some.length} found`)
    assertRight(found >= least * some.length, `${way}: ${found} of ${some.length} found`)
  }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const abbreviated = ({ civicNumber, name, city }: GazetteerAddress) =>
  plain(`${civicNumber} ${name} ${city}`)
    .replace(/\bboulevard\b/, 'boul.')
    .replace(/\bchemin\b/, 'ch.')
    .replace(/\bavenue\b/, 'av.')
    .replaceAll('sainte-', 'ste-')
    .replaceAll('saint-', 'st-')

/** Drops one letter from the longest word of the street's name. */
function mistyped({ civicNumber, name, city }: GazetteerAddress, random: () => number): string {
  const longest = name.split(/[ -]/).toSorted((a, b) => b.length - a.length)[0] ?? ''
  const at = 1 + Math.floor(random() * (longest.length - 2))
  const typo = longest.length < 5 ? longest : longest.slice(0, at) + longest.slice(at + 1)
  return `${civicNumber} ${name.replace(longest, typo)} ${city}`
}

/** What users type on the way to an address: unfinished, complete, abbreviated, mistyped. */
function asTyped(address: GazetteerAddress, i: number): string {
  const { civicNumber, name, city } = address
  const whole = `${civicNumber} ${name} ${city}`
  const ways = [
    whole,
    abbreviated(address),
    `${civicNumber} ${name}`,
    name,
    mistyped(address, seeded(i)),
    whole.slice(0, civicNumber.length + 6),
    whole.slice(0, civicNumber.length + 9),
    whole.slice(0, civicNumber.length + 14),
  ]
  return ways[i % ways.length] ?? whole
}

// A million addresses like a province's: few words make many street names, every town has its rue Principale.
const types = ['rue', 'rue', 'rue', 'rue', 'avenue', 'avenue', 'boulevard', 'chemin', 'route', 'rang', 'place', 'croissant']
const joints = ['', '', '', 'de la ', 'du ', 'des ', 'de l’']
const saints = (
  'Jean Joseph Louis Pierre Paul Charles François Antoine Vallier Laurent Georges Michel Anne Marie Thérèse Foy Catherine ' +
  'Hélène Ursule Denis Henri Alphonse Edmond Félix Gabriel Hubert Jacques Lazare Maurice Nicolas Olivier Patrick Roch ' +
  'Sacrement Thomas Victor Zotique Agathe Brigitte Cécile Émilie Geneviève Marthe Rose'
).split(' ')
const roots = (
  'Bel Mont Val Clair Beau Grand Petit Haut Bas Vert Blanc Noir Roch Pin Érab Chên Boul Mél Fren Cèdr Saul Orm Tilleul Sapin ' +
  'Épinet Tremb Pomm Ceris Prun Lil Ros Viol Marg Tulip Fougèr Bruy Mouss Ruiss Riv Lac Fontain Sourc Cascad'
).split(' ')
const ends = 'ière aie mont ville lac val pré bois court erie oux ette elle ard eau ine onne ant age in euil ois'.split(' ')
const towns = (
  'Québec Lévis Montréal Laval Gatineau Sherbrooke Saguenay Longueuil Trois-Rivières Terrebonne Repentigny Brossard ' +
  'Drummondville Granby Rimouski Shawinigan Mirabel Blainville Alma Joliette Magog Amos Matane Gaspé Beloeil Chambly'
).split(' ')

/** Towns and streets vary in size as real ones do, with about 40 houses per street. */
function* generatedAddresses(count: number): Generator<GazetteerAddress> {
  const random = seeded(7)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const cities = [
    ...towns,
    ...Array.from(
      { length: 900 },
      () => `${pick(['Saint', 'Sainte'])}-${pick(saints)}-${pick(['de', 'du', 'sur'])}-${pick(roots)}${pick(ends)}`,
    ),
  ]
  let made = 0
  for (let street = 0; made < count; street++) {
    const city = cities[Math.floor(cities.length * random() ** 3)] as string
    const bare = random() < 0.3 ? `Saint-${pick(saints)}` : `${pick(roots)}${pick(ends)}`
    const name =
      street % 40 === 0
        ? 'rue Principale'
        : random() < 0.04
          ? `${2 + Math.floor(random() * 120)}e ${pick(['Rue', 'Avenue'])}`
          : `${pick(types)} ${pick(joints)}${bare}`
    const [lat, lng] = [45.2 + random() * 3, -75 + random() * 6]
    const zip =
      `${pick(['G', 'H', 'J'])}${Math.floor(random() * 10)}${pick(['A', 'B', 'E', 'K', 'R', 'V'])} ` +
      `${Math.floor(random() * 10)}${pick(['A', 'C', 'P'])}${Math.floor(random() * 10)}`
    const first = 1 + Math.floor(random() ** 2 * 4000)
    const houses = 5 + Math.floor(random() ** 2 * 105)
    for (let server = 0; server < houses && made < count; server++, made++)
      yield { civicNumber: String(first + server * 2 + (server % 2)), name, city, state: 'QC', zip, lat: lat + server / 1e4, lng }
  }
}
