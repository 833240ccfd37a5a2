// Lists as small companies keep them, and what each must become: clients, their sites, and who is alerted there. Cells are
// separated by « | ». A number or note that is kept stands after what it belongs to.
interface SmallList {
  what: string
  file?: string
  rows: string
  becomes: string
}

export const smallLists: readonly SmallList[] = [
  {
    what: 'family and first names in two columns, two addresses',
    rows: `
      Nom      | Prénom | Adresse             | Ville  | Téléphone
      Tremblay | Luc    | 12, rue des Érables | Lévis  | 418 555-0101
      Tremblay | Luc    | 9, rue du Quai      | Lévis  | 418 555-0101
      Roy      | Anne   | 3, rue Cartier      | Québec | 418 555-0102`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
        9, rue du Quai, Lévis: Luc Tremblay 4185550101
      Anne Roy
        3, rue Cartier, Québec: Anne Roy 4185550102`,
  },
  {
    what: '« Nom complet », the whole address in one cell',
    rows: `
      Nom complet  | Adresse                                | Tél.           | Courriel
      Luc Tremblay | 12, rue des Érables, Lévis (QC) G6V 1A1 | (418) 555-0101 | luc@exemple.ca
      Anne Roy     | 3 rue Cartier, app. 4, Québec           | 418.555.0102   |`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
      Anne Roy
        3, rue Cartier, app. 4, Québec: Anne Roy 4185550102`,
  },
  {
    what: 'phones at the end',
    rows: `
      Nom          | Adresse             | Ville | Courriel       | Tél. maison  | Cell.        | Bureau
      Luc Tremblay | 12, rue des Érables | Lévis | luc@exemple.ca | 418 555-0101 | 418 555-0201 | 418 555-0301
      Anne Roy     | 3, rue Cartier      | Lévis |                | 418 555-0102 | 418 555-0202 |`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550201
      Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550202`,
  },
  {
    what: 'spouses in one cell, both phones in one cell',
    rows: `
      Client                     | Adresse             | Ville | Téléphone
      Luc et Marie Tremblay      | 12, rue des Érables | Lévis | 418 555-0101 / 418 555-0102
      Jean Roy & Lise Côté       | 3, rue Cartier      | Lévis | 418-555-0103 ou 418-555-0104
      Paul Gagnon et Rita Simard | 5, rue Cartier      | Lévis | 418 555-0105`,
    becomes: `
      Luc et Marie Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101, Marie Tremblay 4185550102
      Jean Roy & Lise Côté
        3, rue Cartier, Lévis: Jean Roy 4185550103, Lise Côté 4185550104
      Paul Gagnon et Rita Simard
        5, rue Cartier, Lévis: Paul Gagnon et Rita Simard 4185550105`,
  },
  {
    what: 'a column for the spouse, and one for the spouse’s phone',
    rows: `
      Nom      | Prénom | Conjoint(e) | Adresse             | Ville | Cell         | Cell conjoint
      Tremblay | Luc    | Marie Roy   | 12, rue des Érables | Lévis | 418 555-0101 | 418 555-0102
      Gagnon   | Paul   |             | 5, rue Cartier      | Lévis | 418 555-0105 |`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101, Marie Roy 4185550102
      Paul Gagnon
        5, rue Cartier, Lévis: Paul Gagnon 4185550105`,
  },
  {
    what: 'the civic number in its own column, under a heading nobody foresaw',
    rows: `
      NOM      | PRÉNOM | NO CIV. | RUE             | VILLE | TEL 1        | TEL 2
      TREMBLAY | LUC    | 12      | RUE DES ÉRABLES | LÉVIS | 418 555-0101 |
      TREMBLAY | LUC    | 9A      | RUE DU QUAI     | LÉVIS | 418 555-0101 |`,
    becomes: `
      LUC TREMBLAY
        12, RUE DES ÉRABLES, LÉVIS: LUC TREMBLAY 4185550101
        9A, RUE DU QUAI, LÉVIS: LUC TREMBLAY 4185550101`,
  },
  {
    what: 'the civic number in its own column, the phone first',
    rows: `
      Téléphone    | No | Rue             | Ville | Nom
      418 555-0101 | 12 | rue des Érables | Lévis | Luc Tremblay
      418 555-0102 | 3  | rue Cartier     | Lévis | Anne Roy`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
      Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550102`,
  },
  {
    what: 'the city in the title only',
    rows: `
      Déneigement Lévis, hiver 2026-2027
      No civique | Rue             | Nom          | Téléphone
      12         | rue des Érables | Luc Tremblay | 418 555-0101
      3          | rue Cartier     | Anne Roy     | 418 555-0102`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
      Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550102`,
  },
  {
    what: 'no city at all',
    rows: `
      Nom          | No civique | Rue             | Téléphone
      Luc Tremblay | 12         | rue des Érables | 418 555-0101`,
    becomes: `
      Luc Tremblay
        12, rue des Érables: Luc Tremblay 4185550101`,
  },
  {
    what: 'a note for each address of one client',
    rows: `
      Nom          | Adresse             | Ville | Téléphone    | Notes
      Luc Tremblay | 12, rue des Érables | Lévis | 418 555-0101 | ne pas souffler à gauche
      Luc Tremblay | 9, rue du Quai      | Lévis | 418 555-0101 | attention à la haie
      Anne Roy     | 3, rue Cartier      | Lévis | 418 555-0102 |`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis [ne pas souffler à gauche]: Luc Tremblay 4185550101
        9, rue du Quai, Lévis [attention à la haie]: Luc Tremblay 4185550101
      Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550102`,
  },
  {
    what: 'a « # » column that merely counts',
    rows: `
      # | Nom          | Adresse             | Ville | Tél
      1 | Luc Tremblay | 12, rue des Érables | Lévis | 418 555-0101
      2 | Luc Tremblay | 9, rue du Quai      | Lévis | 418 555-0101
      3 | Anne Roy     | 3, rue Cartier      | Lévis | 418 555-0102`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
        9, rue du Quai, Lévis: Luc Tremblay 4185550101
      Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550102`,
  },
  {
    what: 'a « # » column of client numbers',
    rows: `
      #   | Nom          | Adresse             | Ville | Tél
      101 | Luc Tremblay | 12, rue des Érables | Lévis | 418 555-0101
      101 | Luc Tremblay | 9, rue du Quai      | Lévis | 418 555-0101
      107 | Anne Roy     | 3, rue Cartier      | Lévis | 418 555-0102`,
    becomes: `
      101 Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
        9, rue du Quai, Lévis: Luc Tremblay 4185550101
      107 Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550102`,
  },
  {
    what: 'two addresses over two rows, the name on the first only',
    rows: `
      Nom          | Adresse             | Ville | Téléphone
      Luc Tremblay | 12, rue des Érables | Lévis | 418 555-0101
                   | 9, rue du Quai      | Lévis |
      Anne Roy     | 3, rue Cartier      | Lévis | 418 555-0102
      "            | 5, rue Cartier      | Lévis | idem`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
        9, rue du Quai, Lévis:
      Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550102
        5, rue Cartier, Lévis: Anne Roy 4185550102`,
  },
  {
    what: '« Nom, Prénom » in one cell',
    rows: `
      NOM                | ADRESSE             | VILLE | CELLULAIRE
      TREMBLAY, Luc      | 12, RUE DES ÉRABLES | LÉVIS | 418 555-0101
      Roy-Côté, Anne     | 3, rue Cartier      | Lévis | 418 555-0102`,
    becomes: `
      TREMBLAY, Luc
        12, RUE DES ÉRABLES, LÉVIS: Luc TREMBLAY 4185550101
      Roy-Côté, Anne
        3, rue Cartier, Lévis: Anne Roy-Côté 4185550102`,
  },
  {
    what: 'no headings',
    rows: `
      Luc Tremblay | 12, rue des Érables, Lévis | 418 555-0101
      Anne Roy     | 3, rue Cartier, Lévis      | 418 555-0102
      Paul Gagnon  | 5, rue Cartier, Lévis      | 418 555-0105`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
      Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550102
      Paul Gagnon
        5, rue Cartier, Lévis: Paul Gagnon 4185550105`,
  },
  {
    what: 'English headings',
    rows: `
      Last Name | First Name | Street Address | City     | Postal Code | Phone        | Comments
      Smith     | John       | 12 Maple St    | Gatineau | J8X 1A1     | 819-555-0101 | gate on the left
      Smith     | John       | 9 Quay St      | Gatineau | J8X 1A2     | 819-555-0101 |`,
    becomes: `
      John Smith
        12, Maple St, Gatineau [gate on the left]: John Smith 8195550101
        9, Quay St, Gatineau: John Smith 8195550101`,
  },
  {
    what: 'a manager of buildings, with the person to alert at each',
    rows: `
      Compagnie        | Contact      | Adresse           | Ville  | Cell
      Gestion Roy inc. | Luc Tremblay | 12, rue du Quai   | Lévis  | 418 555-0101
      Gestion Roy inc. | Anne Côté    | 14, rue du Quai   | Lévis  | 418 555-0102
      Gestion Roy inc. |              | 16, rue du Quai   | Lévis  |`,
    becomes: `
      Gestion Roy inc.
        12, rue du Quai, Lévis: Luc Tremblay 4185550101
        14, rue du Quai, Lévis: Anne Côté 4185550102
        16, rue du Quai, Lévis:`,
  },
  {
    what: 'neighbours of one address by apartment, and homonyms',
    rows: `
      Nom          | Adresse         | App | Ville  | Téléphone
      Luc Tremblay | 12, rue du Quai | 1   | Lévis  | 418 555-0101
      Anne Roy     | 12, rue du Quai | 2   | Lévis  | 418 555-0102
      Luc Tremblay | 800, rue Cartier|     | Québec | 418 555-0109`,
    becomes: `
      Luc Tremblay
        12, rue du Quai, app. 1, Lévis: Luc Tremblay 4185550101
      Anne Roy
        12, rue du Quai, app. 2, Lévis: Anne Roy 4185550102
      Luc Tremblay
        800, rue Cartier, Québec: Luc Tremblay 4185550109`,
  },
  {
    what: 'billing and service addresses',
    rows: `
      Nom          | Adresse de facturation | Adresse de service  | Ville | Téléphone
      Luc Tremblay | C.P. 40, Lévis         | 12, rue des Érables | Lévis | 418 555-0101
      Luc Tremblay | C.P. 40, Lévis         | 9, rue du Quai      | Lévis | 418 555-0101`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
        9, rue du Quai, Lévis: Luc Tremblay 4185550101`,
  },
  {
    what: 'prices by season, titles of sectors between the rows, and a total',
    rows: `
      Nom          | Adresse             | Ville | Téléphone    | 2025-2026 | 2026-2027 | Payé
      SECTEUR NORD
      Luc Tremblay | 12, rue des Érables | Lévis | 418 555-0101 | 400 $     | 425 $     | x
      Secteur Sud
      Anne Roy     | 3, rue Cartier      | Lévis | 418 555-0102 | 350 $     | 375 $     |
      Total        |                     |       |              | 750 $     | 800 $     |`,
    becomes: `
      Luc Tremblay
        12, rue des Érables, Lévis: Luc Tremblay 4185550101
      Anne Roy
        3, rue Cartier, Lévis: Anne Roy 4185550102`,
  },
  {
    what: 'a list by street, the name after the address, phones as bare digits',
    file: 'entrees.csv',
    rows: `
      Ordre | Adresse         | Nom      | Prénom | Tél        | Remarques
      1     | 12 rue Principale | Tremblay | Luc    | 4185550101 | ne pas souffler à gauche
      2     | 14 rue Principale | Roy      | Anne   | 4185550102 |
      3     | 16 rue Principale | Tremblay | Luc    | 4185550101 | 2 voitures`,
    becomes: `
      Luc Tremblay
        12, rue Principale [ne pas souffler à gauche]: Luc Tremblay 4185550101
        16, rue Principale [2 voitures]: Luc Tremblay 4185550101
      Anne Roy
        14, rue Principale: Anne Roy 4185550102`,
  },
]

/** As a file that a spreadsheet program saves. */
export const asCsv = ({ rows }: Pick<SmallList, 'rows'>) =>
  rows
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .map((cell) => `"${cell.trim().replaceAll('"', '""')}"`)
        .join(';'),
    )
    .join('\r\n')
