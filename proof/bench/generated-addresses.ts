// A million addresses like a province's: few words make many street names, every town has its rue Principale.
import type { GazetteerAddress } from '../../server/src/addresses/gazetteer.queries.ts'
import { seeded } from '../../server/src/demo/chance.ts'

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
export function* generatedAddresses(count: number): Generator<GazetteerAddress> {
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
