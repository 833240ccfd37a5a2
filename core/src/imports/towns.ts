// The towns that a list's title may name (« Déneigement Lévis, hiver 2026 »). Those that are also family names (Mercier,
// Prévost, Carignan) are left out: such a title names a company.
import { fold } from '../text.ts'
import { isCompanyName } from './names.ts'

const towns = [
  ['Montréal', 'Québec', 'Laval', 'Gatineau', 'Longueuil', 'Sherbrooke', 'Lévis', 'Saguenay', 'Trois-Rivières', 'Terrebonne'],
  ['Saint-Jean-sur-Richelieu', 'Saint-Jérôme', 'Brossard', 'Repentigny', 'Drummondville', 'Granby', 'Saint-Hyacinthe', 'Mirabel'],
  ['Blainville', 'Châteauguay', 'Rimouski', 'Mascouche', 'Victoriaville', 'Saint-Eustache', 'Boucherville', 'Shawinigan'],
  ['Rouyn-Noranda', 'Vaudreuil-Dorion', 'Salaberry-de-Valleyfield', 'Boisbriand', 'Sorel-Tracy', 'Sainte-Julie', 'Saint-Georges'],
  ['Saint-Constant', 'Val-d’Or', 'Chambly', 'Magog', 'Sainte-Thérèse', 'La Prairie', 'Saint-Bruno-de-Montarville', 'Beloeil', 'Varennes'],
  ['L’Assomption', 'Saint-Lambert', 'Joliette', 'Thetford Mines', 'Candiac', 'Saint-Lin-Laurentides', 'Rivière-du-Loup', 'Sept-Îles'],
  ['Baie-Comeau', 'Saint-Augustin-de-Desmaures', 'Lavaltrie', 'Mont-Royal', 'Deux-Montagnes', 'Cowansville', 'Bécancour', 'Rosemère'],
  ['Mont-Saint-Hilaire', 'L’Ancienne-Lorette', 'Sainte-Catherine', 'Saint-Basile-le-Grand', 'Sainte-Marie', 'Kirkland', 'Dorval'],
  ['Pointe-Claire', 'Côte-Saint-Luc', 'Beaconsfield', 'Westmount', 'Dollard-des-Ormeaux', 'Saint-Lazare', 'Pincourt', 'L’Île-Perrot'],
  ['Matane', 'Gaspé', 'Dolbeau-Mistassini', 'Sainte-Sophie', 'Saint-Félicien', 'Roberval', 'Lachute', 'Sainte-Adèle', 'Saint-Sauveur'],
  ['Mont-Tremblant', 'Sainte-Agathe-des-Monts', 'Mont-Laurier', 'Montmagny', 'La Tuque', 'Saint-Raymond', 'Donnacona', 'Pont-Rouge'],
  ['Stoneham', 'Lac-Beauport', 'Shannon', 'Boischatel', 'Beaupré', 'Sainte-Anne-de-Beaupré', 'Saint-Apollinaire', 'Saint-Henri'],
  ['Saint-Lambert-de-Lauzon', 'Beauceville', 'Saint-Joseph-de-Beauce', 'Lac-Mégantic', 'Val-des-Sources', 'Coaticook', 'Bromont'],
  ['Farnham', 'Marieville', 'Saint-Césaire', 'Acton Vale', 'Nicolet', 'Louiseville', 'Berthierville', 'Rawdon', 'Saint-Calixte'],
  [
    'Notre-Dame-des-Prairies',
    'Saint-Charles-Borromée',
    'Saint-Colomban',
    'Sainte-Marthe-sur-le-Lac',
    'Saint-Joseph-du-Lac',
    'Pointe-Calumet',
  ],
  ['Bois-des-Filion', 'L’Épiphanie', 'Contrecoeur', 'Verchères', 'Saint-Amable', 'Saint-Rémi', 'Beauharnois'],
  ['Chelsea', 'Cantley', 'Val-des-Monts', 'Mont-Joli', 'Amqui', 'New Richmond', 'Carleton-sur-Mer', 'La Malbaie'],
  ['Baie-Saint-Paul', 'Port-Cartier', 'Chibougamau', 'La Sarre', 'Plessisville', 'Princeville', 'Saint-Nicolas'],
  ['Saint-Romuald', 'Charny', 'Saint-Jean-Chrysostome', 'Saint-Rédempteur', 'Saint-Étienne-de-Lauzon', 'Pintendre', 'Breakeyville'],
  ['Beauport', 'Charlesbourg', 'Sainte-Foy', 'Cap-Rouge', 'Sillery', 'Val-Bélair', 'Loretteville', 'Chicoutimi', 'Jonquière', 'La Baie'],
  ['Cap-de-la-Madeleine', 'Trois-Rivières-Ouest', 'Saint-Hubert', 'Greenfield Park', 'Hull', 'Aylmer', 'Masson-Angers'],
].flat()

const byWords = new Map(towns.map((town) => [fold(town, { punctuation: 'drop' }), town]))
/** Longer names first: « Trois-Rivières-Ouest » is not « Trois-Rivières ». */
const named = new RegExp(`(?<![^ ])(${[...byWords.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![^ ])`, 'g')

export const isTown = (text: string): boolean => byWords.has(fold(text, { punctuation: 'drop' }))

/** The only town that these titles name. */
export function townIn(titles: readonly string[]): string | undefined {
  const places = titles.filter((title) => !isCompanyName(title)).map((title) => fold(title, { punctuation: 'drop' }))
  const [town, other] = new Set(places.flatMap((title) => [...title.matchAll(named)].map(([words]) => byWords.get(words))))
  return other ? undefined : town
}
