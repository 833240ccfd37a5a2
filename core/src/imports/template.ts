// The spreadsheet that a company fills in: our sheets with one example row each, and a legend.

import { headingOf, importSheets, type SheetColumn, type SheetShape } from './columns.ts'
import exampleRows from './example-rows.json' with { type: 'json' }
import type { ImportEntity } from './import.ts'
import { exampleMark } from './mapped-rows.ts'

type Example = Record<string, string | number | boolean>

/** The first cell of each gets the mark that makes an import skip the row. */
const examples: Record<ImportEntity, Example> = exampleRows

/** The sheets as sent: their columns and one example row. */
export const templateSheets: readonly { shape: SheetShape; rows: Example[] }[] = (Object.keys(examples) as ImportEntity[]).map((entity) => {
  const shape: SheetShape = importSheets[entity]
  const [first] = shape.columns
  const example = examples[entity]
  return { shape, rows: first ? [{ ...example, [first.field]: `${exampleMark} ${String(example[first.field])}` }] : [] }
})

const legendShape: SheetShape = {
  name: 'Légende',
  columns: [
    { field: 'sheet', header: 'Feuille' },
    { field: 'column', header: 'Colonne' },
    { field: 'required', header: 'Obligatoire', kind: 'yesno' },
    { field: 'accepted', header: 'Ce qui est accepté', kind: 'long' },
    { field: 'example', header: 'Exemple', kind: 'long' },
  ],
}

/** For each column of each sheet: whether it is required, what it accepts, and an example. */
export const legendSheet = (): { shape: SheetShape; rows: Example[] } => ({
  shape: legendShape,
  rows: [
    {
      sheet: 'Toutes',
      accepted:
        `Une ligne par élément. Une ligne dont une cellule commence par «\u00a0${exampleMark}\u00a0» est un exemple\u00a0: ` +
        'elle n’est jamais importée, et vous pouvez l’effacer. Une cellule vide ne change rien. ' +
        'Les colonnes marquées d’une étoile sont attendues.',
    },
    ...templateSheets.flatMap(({ shape, rows: [example] }) =>
      shape.columns
        .filter(({ importOnly }) => !importOnly)
        .map((column) => ({
          sheet: shape.name,
          column: headingOf(column),
          required: column.required ?? false,
          accepted: acceptedIn(column),
          example: exampleOf(column, example?.[column.field]),
        })),
    ),
  ],
})

function exampleOf({ choices, kind }: SheetColumn, value: string | number | boolean | undefined): string {
  if (value === undefined) return ''
  if (kind === 'yesno') return value === true ? 'Oui' : 'Non'
  if (kind === 'date') return String(value).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
  if (kind === 'instant') return '15/01/2026 07:30'
  if (kind === 'number') return String(value).replace('.', ',')
  return (choices?.[String(value)] ?? String(value)).replace(`${exampleMark} `, '')
}

function acceptedIn({ field, choices, reads, kind }: SheetColumn): string {
  const ofField = byField[field]
  if (ofField) return ofField
  if (choices) return `Un choix\u00a0: ${Object.values(choices).join(' ou ')}.`
  if (reads) return byReading[reads]
  return byKind[kind ?? 'text']
}

const byField: Record<string, string> = {
  clientLink: 'Le numéro du client, ou son nom s’il est le seul à le porter.',
  siteLink: 'Le nom du point de service ou son adresse, ou «\u00a0numéro du client / nom\u00a0».',
  contractTemplateLink: 'Le nom d’un modèle de contrat de la compagnie.',
  contractNumber: 'Un texte. Les lignes d’un même numéro font un contrat, qui reçoit son propre numéro.',
  serviceLink:
    'Le nom d’un service, ou rien si la ligne a son propre libellé. Une ligne par service\u00a0: celles d’un même ' +
    'point de service, modèle et dates font un contrat.',
  lineName: 'Un texte, si la ligne n’est pas un service ou porte un autre nom.',
  status: 'Un contrat annulé le reste. Les autres deviennent des brouillons.',
  services: 'Des noms de services, séparés par des points-virgules.',
  sites: 'Des points de service, «\u00a0numéro du client / nom\u00a0», séparés par des points-virgules.',
  users: 'Les courriels de comptes qui ont accès à la compagnie, séparés par des points-virgules.',
  number: 'Un texte. Sans numéro, le prochain est donné.',
  color: 'Une couleur de la palette, en anglais\u00a0: blue, red…',
  message: 'L’identifiant interne d’un message.',
  initialMessage: 'L’identifiant interne d’un message.',
  model: 'Le nom d’un modèle de message\u00a0: ses textes remplacent les autres.',
  defaultAnnualAugmentation: 'Un pourcentage.',
}

const byReading: Record<NonNullable<SheetColumn['reads']>, string> = {
  phone: 'Un numéro de téléphone à 10 chiffres, ponctué comme vous voulez.',
  zip: 'Un code postal canadien ou américain.',
  province: 'Une province, en deux lettres ou en toutes lettres.',
  country: 'Un pays, en deux lettres ou en toutes lettres.',
  amount: 'Un montant en dollars\u00a0: 1\u00a0234,56\u00a0$.',
  list: 'Plusieurs valeurs, séparées par des points-virgules.',
  instalments:
    'Des dates et des pourcentages, séparés par des points-virgules\u00a0: 2026-11-01\u00a0: 50\u00a0%; 2027-01-15\u00a0: 50\u00a0%.',
  bands: 'Des limites en centimètres et des prix, séparés par des points-virgules\u00a0: 5\u00a0: 40; 10\u00a0: 60; +\u00a0: 80.',
  polygon: 'Des coins «\u00a0latitude,longitude\u00a0», séparés par des espaces.',
  json: 'Ce que l’exportation y a mis.',
}

const byKind: Record<NonNullable<SheetColumn['kind']>, string> = {
  text: 'Un texte.',
  long: 'Un texte, de plusieurs lignes au besoin.',
  number: 'Un nombre, avec une virgule ou un point.',
  yesno: 'Oui ou Non.',
  date: 'Une date, jj/mm/aaaa.',
  instant: 'Une date et une heure, jj/mm/aaaa hh:mm.',
}
