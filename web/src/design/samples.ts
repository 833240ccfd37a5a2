// Invented people and places, always the same.
export interface SampleContract {
  id: string
  number: string
  client: string
  site: string
  status: keyof typeof statusWords
  phone: string
  startDate: string
  signedAt: string | null
  total: number
  due: number
  renewed: boolean
}

export const statusWords = { draft: 'Brouillon', sent: 'Envoyé', accepted: 'Accepté', paid: 'Payé', unpaid: 'Impayé', declined: 'Refusé' }

const first = ['Jean-François', 'Lucie', 'Chloé', 'Noémie', 'Olivier', 'Hélène', 'André', 'Réjean', 'Maëlle', 'Éloïse']
const last = ['Gagné', 'Bergeron', 'Paquette', 'Lévesque', 'Côté', 'Pelletier', 'Morin', 'Leblanc', 'Ouellet', 'Bélanger', 'Roy']
const streets = [
  'boul. Laurier',
  'avenue Royale',
  'rue des Érables',
  'chemin Sainte-Foy',
  'rang Saint-Ange',
  'rue Saint-Jean',
  'avenue Cartier',
]
const cities = ['Québec', 'Lévis', 'Beauport', 'Sainte-Foy', 'Charlesbourg', 'L’Ancienne-Lorette']
const statuses = Object.keys(statusWords) as SampleContract['status'][]
const pick = <V>(from: readonly V[], i: number): V => from[i % from.length] as V

export function contracts(n: number): SampleContract[] {
  return Array.from({ length: n }, (_, i) => {
    const status = pick(statuses, i * 7 + Math.floor(i / 5))
    const total = 42_000 + (i % 37) * 1_900
    return {
      id: `contract-${i}`,
      number: `2026-${String(i + 1).padStart(4, '0')}`,
      client: `${pick(first, i * 3)} ${pick(last, i * 5)}`,
      site: `${((i * 137) % 7900) + 100}, ${pick(streets, i)}, ${pick(cities, i * 3)}`,
      status,
      phone: `418555${String(i % 10_000).padStart(4, '0')}`,
      startDate: `2026-11-${String((i % 28) + 1).padStart(2, '0')}`,
      signedAt: i % 3 ? `2026-10-${String((i % 28) + 1).padStart(2, '0')}T14:${String(i % 60).padStart(2, '0')}:00Z` : null,
      total,
      due: i % 3 ? 0 : total / 2,
      renewed: i % 4 === 0,
    }
  })
}

export interface SampleSector {
  id: string
  name: string
  sites: number
  sectors?: SampleSector[]
}

export function sectors(): SampleSector[] {
  return ['Rive-Sud', 'Haute-Ville', 'Basse-Ville', 'Beauport', 'Charlesbourg'].map((name, i) => {
    const inside = ['A', 'B', 'C', 'D'].map((letter, j) => ({
      id: `${name}-${letter}`,
      name: `${name}, secteur ${letter}`,
      sites: 19 + (((i * 4 + j) * 17) % 60),
    }))
    return { id: name, name, sites: inside.reduce((sum, sector) => sum + sector.sites, 0), sectors: inside }
  })
}
