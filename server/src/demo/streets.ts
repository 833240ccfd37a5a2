// Streets of Québec City and Lévis: real names, roughly in the right place. The demo's addresses are on them, and the
// embedded map draws them.

type LatLng = readonly [lat: number, lng: number]

/** A single long street: the house numbers at its ends, and its course. */
export interface Artery {
  name: string
  city: string
  zip: string
  /** Null: no house stands on it. */
  numbers: readonly [first: number, last: number] | null
  way: readonly LatLng[]
}

/** A neighbourhood of parallel streets and cross streets: those in its middle by name, if they have any. */
export interface Neighbourhood {
  city: string
  /** The first three characters of its postal codes. */
  zone: string
  centre: LatLng
  /** The direction of the streets in `along`, in degrees clockwise from north. */
  bearing: number
  along: readonly string[]
  across: readonly string[]
  /** Metres between two of `along`, and between two of `across`. */
  gaps: readonly [along: number, across: number]
  firstNumber: number
}

const artery = (name: string, city: string, zip: string, numbers: Artery['numbers'], ...way: LatLng[]): Artery => ({
  name,
  city,
  zip,
  numbers,
  way,
})

const highway = (name: string, ...way: LatLng[]) => artery(name, 'Québec', '', null, ...way)

export const arteries: readonly Artery[] = [
  artery('rue Saint-Jean', 'Québec', 'G1R 1P8', [500, 1200], [46.8122, -71.2195], [46.8137, -71.2103]),
  artery('Grande Allée Est', 'Québec', 'G1R 2J5', [200, 900], [46.8022, -71.2242], [46.8078, -71.2134]),
  artery('Grande Allée Ouest', 'Québec', 'G1S 1C1', [100, 1500], [46.8022, -71.2242], [46.7945, -71.2375], [46.7862, -71.2512]),
  artery('avenue Cartier', 'Québec', 'G1R 2S5', [900, 1300], [46.8018, -71.2228], [46.8049, -71.2276]),
  artery(
    'chemin Sainte-Foy',
    'Québec',
    'G1S 2J1',
    [2, 2600],
    [46.8118, -71.2202],
    [46.8056, -71.2296],
    [46.7948, -71.2552],
    [46.7822, -71.2871],
  ),
  artery('boulevard Laurier', 'Québec', 'G1V 2L8', [1600, 3000], [46.7862, -71.2512], [46.7795, -71.2628], [46.7663, -71.2923]),
  artery('boulevard Charest Ouest', 'Québec', 'G1N 2E5', [600, 2800], [46.8077, -71.2368], [46.7904, -71.2884]),
  artery('rue Saint-Joseph Est', 'Québec', 'G1K 3A9', [200, 800], [46.8135, -71.2297], [46.8155, -71.2216]),
  artery('boulevard René-Lévesque Ouest', 'Québec', 'G1S 1S2', [300, 1400], [46.804, -71.2269], [46.7919, -71.2487]),
  artery('avenue des Érables', 'Québec', 'G1R 2M3', [700, 1300], [46.8007, -71.2261], [46.8066, -71.2331]),
  artery('avenue Maguire', 'Québec', 'G1T 1Y8', [1300, 1600], [46.7731, -71.2527], [46.7765, -71.2573]),
  artery(
    '1re Avenue',
    'Québec',
    'G1L 3L5',
    [200, 8600],
    [46.8202, -71.2282],
    [46.8249, -71.2297],
    [46.8483, -71.2497],
    [46.8612, -71.2602],
    [46.8735, -71.2662],
  ),
  artery('3e Avenue', 'Québec', 'G1L 2W1', [300, 2100], [46.8244, -71.2247], [46.8383, -71.2367]),
  artery('18e Rue', 'Québec', 'G1J 1Y9', [100, 900], [46.8312, -71.2339], [46.8343, -71.2217]),
  artery('boulevard Sainte-Anne', 'Québec', 'G1C 2B5', [600, 2900], [46.8459, -71.2079], [46.8646, -71.1737]),
  artery('avenue Royale', 'Québec', 'G1C 1S1', [400, 2700], [46.8559, -71.1989], [46.8727, -71.1662]),
  artery('boulevard Raymond', 'Québec', 'G1B 1J8', [300, 1600], [46.8756, -71.2105], [46.8894, -71.1881]),
  artery('80e Rue Est', 'Québec', 'G1H 4K5', [100, 1000], [46.8654, -71.2639], [46.8706, -71.2478]),
  artery('boulevard Henri-Bourassa', 'Québec', 'G1H 3B3', [4000, 8500], [46.8442, -71.2445], [46.8741, -71.275]),
  artery('rue Racine', 'Québec', 'G2B 1E8', [100, 900], [46.8553, -71.3529], [46.8598, -71.3431]),
  artery('boulevard de l’Ormière', 'Québec', 'G2B 3L4', [2300, 5000], [46.8337, -71.3329], [46.8512, -71.3523]),
  artery('route de l’Église', 'Québec', 'G1V 4X2', [700, 1000], [46.7694, -71.2812], [46.7728, -71.2859]),
  artery('avenue Chapdelaine', 'Québec', 'G1V 4W9', [600, 900], [46.7706, -71.2897], [46.7741, -71.2921]),
  artery('rue de la Couronne', 'Québec', 'G1K 6E6', [200, 700], [46.8118, -71.2242], [46.8158, -71.2264], [46.8202, -71.2282]),
  artery('rue du Marais', 'Québec', 'G1M 3N9', [200, 900], [46.8192, -71.2821], [46.8179, -71.2944]),
  artery('boulevard Wilfrid-Hamel', 'Québec', 'G1M 2R9', [700, 6000], [46.816, -71.2522], [46.7892, -71.3493]),
  artery('rue Jean-Gauvin', 'Québec', 'G2G 2T3', [1000, 2600], [46.7855, -71.3644], [46.7739, -71.3819]),
  artery(
    'chemin Saint-Louis',
    'Québec',
    'G1S 1E3',
    [1200, 4600],
    [46.7887, -71.2402],
    [46.7728, -71.2622],
    [46.7585, -71.2852],
    [46.7558, -71.3102],
    [46.7548, -71.3372],
  ),
  artery('rue Saint-Vallier Ouest', 'Québec', 'G1N 1C4', [100, 900], [46.8136, -71.2331], [46.8113, -71.247]),
  artery('avenue du Bourg-Royal', 'Québec', 'G1C 2Z2', [600, 2000], [46.8818, -71.2347], [46.8933, -71.2188]),
  artery(
    'rue Saint-Laurent',
    'Lévis',
    'G6V 3W6',
    [4000, 5200],
    [46.8152, -71.1842],
    [46.8112, -71.1882],
    [46.8062, -71.1908],
    [46.8002, -71.1942],
  ),
  artery('côte du Passage', 'Lévis', 'G6V 5T3', [1, 200], [46.8105, -71.1856], [46.8021, -71.1757]),
  artery('route du Président-Kennedy', 'Lévis', 'G6V 6C5', [10, 300], [46.8066, -71.1744], [46.7873, -71.1594]),
  artery('boulevard Alphonse-Desjardins', 'Lévis', 'G6V 5R4', [4000, 6500], [46.8085, -71.1805], [46.7887, -71.1842]),
  artery('boulevard Charest Est', 'Québec', 'G1K 3H1', [100, 800], [46.8077, -71.2368], [46.8142, -71.2182]),
  artery('rue Dorchester', 'Québec', 'G1K 5Y6', [100, 700], [46.8098, -71.2265], [46.8182, -71.2322]),
  artery('boulevard Langelier', 'Québec', 'G1K 5P2', [100, 600], [46.8082, -71.2298], [46.8162, -71.2352]),
  artery('chemin de la Canardière', 'Québec', 'G1J 2B3', [400, 2400], [46.8262, -71.2302], [46.8325, -71.2192], [46.8459, -71.2079]),
  artery('boulevard des Capucins', 'Québec', 'G1J 3R3', [600, 1600], [46.8268, -71.2195], [46.8402, -71.2062]),
  artery('boulevard Pierre-Bertrand', 'Québec', 'G1M 2E6', [100, 6000], [46.8162, -71.2642], [46.8312, -71.2812], [46.8512, -71.3022]),
  artery('boulevard Lebourgneuf', 'Québec', 'G2J 1C3', [700, 2900], [46.8352, -71.2722], [46.8402, -71.3002], [46.8422, -71.3262]),
  artery('boulevard Père-Lelièvre', 'Québec', 'G1M 1N1', [100, 4200], [46.8152, -71.2592], [46.8202, -71.2872], [46.8232, -71.3262]),
  artery('boulevard Louis-XIV', 'Québec', 'G1H 1A1', [500, 3900], [46.8722, -71.2702], [46.8782, -71.2302], [46.8822, -71.1952]),
  artery('avenue Jules-Verne', 'Québec', 'G2G 2R8', [3000, 5200], [46.7702, -71.3252], [46.7772, -71.3552], [46.7732, -71.3802]),
  artery('chemin des Quatre-Bourgeois', 'Québec', 'G1V 1X5', [2000, 4200], [46.7862, -71.2752], [46.7722, -71.3052], [46.7642, -71.3302]),
  artery('route de l’Aéroport', 'Québec', 'G2G 2T9', [100, 1200], [46.7822, -71.3682], [46.7892, -71.3902]),
  artery('boulevard de la Colline', 'Québec', 'G3A 1A8', [100, 900], [46.8552, -71.3322], [46.8712, -71.3482]),
  artery(
    'boulevard Guillaume-Couture',
    'Lévis',
    'G6V 8S7',
    [600, 5400],
    [46.8178, -71.1502],
    [46.8022, -71.1762],
    [46.7832, -71.1952],
    [46.7642, -71.2182],
    [46.7462, -71.2402],
  ),
  artery('rue Saint-Joseph', 'Lévis', 'G6V 1A8', [1, 700], [46.8222, -71.1662], [46.8242, -71.1402]),
  artery('route des Rivières', 'Lévis', 'G7A 2T8', [200, 1600], [46.6982, -71.3202], [46.6842, -71.3402], [46.6802, -71.3652]),
  artery('chemin Vire-Crêpes', 'Lévis', 'G7A 2A1', [700, 1500], [46.7125, -71.2665], [46.6882, -71.2902], [46.6832, -71.3252]),
  artery(
    'avenue Taniata',
    'Lévis',
    'G6Z 2C1',
    [400, 1300],
    [46.7462, -71.2402],
    [46.7402, -71.2395],
    [46.7282, -71.2202],
    [46.7201, -71.1982],
  ),
  artery('rue Commerciale', 'Lévis', 'G6Z 2K6', [2000, 2400], [46.7426, -71.2503], [46.7381, -71.2561]),
  artery('chemin du Sault', 'Lévis', 'G6W 2M5', [300, 900], [46.7462, -71.2402], [46.7385, -71.2495]),
  highway('pont Pierre-Laporte', [46.7585, -71.2852], [46.75, -71.2885], [46.7395, -71.289], [46.7325, -71.285]),
  highway(
    'autoroute Jean-Lesage',
    [46.69, -71.36],
    [46.71, -71.318],
    [46.733, -71.285],
    [46.738, -71.25],
    [46.748, -71.215],
    [46.778, -71.1745],
    [46.8, -71.14],
  ),
  highway(
    'autoroute Félix-Leclerc',
    [46.77, -71.39],
    [46.788, -71.345],
    [46.808, -71.32],
    [46.83, -71.282],
    [46.84, -71.25],
    [46.848, -71.22],
    [46.862, -71.19],
    [46.885, -71.157],
  ),
  highway('autoroute Laurentienne', [46.819, -71.2285], [46.828, -71.246], [46.84, -71.259], [46.875, -71.289], [46.905, -71.31]),
  highway('autoroute Robert-Bourassa', [46.772, -71.278], [46.795, -71.295], [46.825, -71.3055], [46.8475, -71.315]),
  highway('autoroute Henri-IV', [46.7585, -71.2852], [46.78, -71.315], [46.8, -71.3305], [46.84, -71.35], [46.87, -71.38]),
]

const quebec = (
  zone: string,
  centre: LatLng,
  bearing: number,
  gaps: Neighbourhood['gaps'],
  firstNumber: number,
  along: readonly string[],
  across: readonly string[],
): Neighbourhood => ({ city: 'Québec', zone, centre, bearing, gaps, firstNumber, along, across })
const elsewhere = (city: string, neighbourhood: Neighbourhood): Neighbourhood => ({ ...neighbourhood, city })

const outskirts = (city: string, zone: string, centre: LatLng, bearing: number) =>
  elsewhere(city, quebec(zone, centre, bearing, [150, 180], 100, [], []))

export const neighbourhoods: readonly Neighbourhood[] = [
  // Montcalm
  quebec(
    'G1S',
    [46.8012, -71.2302],
    232,
    [120, 150],
    20,
    ['rue Aberdeen', 'rue Saunders', 'rue Fraser', 'rue Crémazie Ouest', 'rue Père-Marquette', 'rue Lockwell'],
    [
      'avenue De Salaberry',
      'avenue de Bourlamaque',
      'avenue Bougainville',
      'avenue Brown',
      'avenue Moncton',
      'avenue Eymard',
      'avenue Belvédère',
    ],
  ),
  // Saint-Jean-Baptiste
  quebec(
    'G1R',
    [46.8104, -71.2222],
    244,
    [75, 110],
    200,
    ['rue Saint-Olivier', 'rue Richelieu', 'rue d’Aiguillon', 'rue Lockwell Est', 'rue Saint-Gabriel'],
    ['rue Sainte-Geneviève', 'rue Sainte-Claire', 'rue Deligny', 'rue Sutherland', 'rue Scott', 'rue Racine Est'],
  ),
  // Limoilou
  quebec(
    'G1L',
    [46.8372, -71.2318],
    330,
    [150, 105],
    400,
    ['8e Avenue', '7e Avenue', '6e Avenue', '5e Avenue', '4e Avenue', '2e Avenue'],
    ['6e Rue', '7e Rue', '8e Rue', '9e Rue', '10e Rue', '11e Rue', '12e Rue', '13e Rue', '14e Rue', '15e Rue', '16e Rue', '17e Rue'],
  ),
  // Saint-Sauveur
  quebec(
    'G1N',
    [46.8092, -71.2395],
    245,
    [85, 120],
    100,
    ['rue Saint-Luc', 'rue Hermine', 'rue Montmagny', 'rue Bayard', 'rue Châteauguay'],
    ['rue Saint-Germain', 'rue Aqueduc', 'rue Boisseau', 'rue Renaud', 'avenue des Oblats', 'rue Durocher'],
  ),
  // Sillery
  quebec(
    'G1T',
    [46.7775, -71.2555],
    225,
    [130, 170],
    1300,
    ['rue Sheppard', 'avenue Preston', 'avenue Charles-Huot', 'avenue du Parc-Beauvoir', 'avenue James-LeMoine'],
    [
      'rue Marie-Victorin',
      'avenue Chanoine-Morel',
      'avenue du Maire-Beaulieu',
      'rue Dickson',
      'avenue Joseph-Rousseau',
      'avenue des Voiliers',
    ],
  ),
  // Sainte-Foy
  quebec(
    'G1V',
    [46.7762, -71.2965],
    238,
    [160, 190],
    800,
    ['avenue Myrand', 'avenue Nérée-Tremblay', 'rue Louis-Jolliet', 'avenue Mainguy', 'rue Grandjean', 'avenue De Lavigerie'],
    [
      'avenue Wolfe',
      'avenue Roland-Beaudin',
      'avenue De Germain-des-Prés',
      'rue Boivin',
      'rue Sasseville',
      'rue du Plateau',
      'avenue des Hôtels',
    ],
  ),
  // Pointe-de-Sainte-Foy
  quebec(
    'G1X',
    [46.7668, -71.3215],
    250,
    [140, 180],
    3200,
    ['avenue Le Gendre', 'rue de la Volière', 'avenue du Sous-Bois', 'rue Rosanne', 'rue Valentin'],
    ['rue Triquet', 'avenue Duchesneau', 'rue Mainguy', 'avenue Notre-Dame', 'rue Pie-XII'],
  ),
  // Cap-Rouge
  quebec(
    'G1Y',
    [46.7572, -71.3522],
    70,
    [130, 170],
    1000,
    ['rue Provancher', 'rue Jean-Charles-Cantin', 'rue Félix-Gabriel-Marchand', 'rue Sagard', 'rue Louis-Francœur'],
    ['rue de la Promenade-des-Sœurs', 'rue du Golf', 'rue Legendre', 'rue de l’Aréna', 'rue Charles-A.-Roy'],
  ),
  // Beauport
  quebec(
    'G1C',
    [46.8722, -71.1955],
    45,
    [150, 180],
    500,
    ['avenue Larue', 'rue Clemenceau', 'rue Seigneuriale', 'avenue du Cénacle', 'rue Vachon', 'rue Cambronne'],
    ['avenue Sainte-Thérèse', 'avenue des Cascades', 'rue Hugues-Pommier', 'rue de l’Espinay', 'avenue Saint-Michel', 'rue du Manège'],
  ),
  // Charlesbourg
  quebec(
    'G1H',
    [46.8648, -71.2682],
    335,
    [150, 130],
    7000,
    ['10e Avenue Est', '8e Avenue Est', '6e Avenue Est', '4e Avenue Est', '3e Avenue Est', '2e Avenue Est'],
    ['66e Rue Est', '68e Rue Est', '70e Rue Est', '72e Rue Est', '74e Rue Est', '76e Rue Est', '78e Rue Est'],
  ),
  // Duberger
  quebec(
    'G1P',
    [46.8148, -71.3042],
    60,
    [130, 170],
    2100,
    ['rue Darveau', 'rue Monseigneur-Plessis', 'rue Baudelaire', 'rue de Mons', 'rue Père-Grandin'],
    ['avenue Chauveau', 'rue Michelet', 'rue Lamontagne', 'rue Nolin', 'rue Esther-Blondin'],
  ),
  // Loretteville
  quebec(
    'G2B',
    [46.8615, -71.3555],
    40,
    [140, 160],
    100,
    ['rue Verret', 'rue Louis-IX', 'rue Guillemette', 'rue Lessard', 'rue Monseigneur-Cooke'],
    ['rue de l’Hôpital', 'rue Boisvert', 'rue Bédard', 'rue du Collège', 'rue Saint-Thomas'],
  ),
  elsewhere(
    'L’Ancienne-Lorette',
    quebec(
      'G2E',
      [46.8012, -71.3545],
      65,
      [140, 170],
      1200,
      ['rue Notre-Dame', 'rue Saint-Jacques', 'rue Saint-Olivier', 'rue des Pins Ouest', 'rue Damiron'],
      ['rue Papillon', 'rue Turmel', 'rue Michel-Fragasso', 'rue Beauvais', 'rue de la Dauphine'],
    ),
  ),
  // Vieux-Lévis
  elsewhere(
    'Lévis',
    quebec(
      'G6V',
      [46.8045, -71.1748],
      55,
      [120, 140],
      10,
      ['rue Wolfe', 'rue Fraser', 'rue Saint-Georges', 'rue Déziel', 'rue Carrier', 'rue Champagnat'],
      ['avenue Bégin', 'rue Guenette', 'avenue Monseigneur-Bourget', 'rue Philippe-Boucher', 'rue Saint-Omer', 'rue Charles-Rodrigue'],
    ),
  ),
  // Saint-Jean-Chrysostome
  elsewhere(
    'Lévis',
    quebec(
      'G6Z',
      [46.7225, -71.2012],
      50,
      [150, 180],
      600,
      ['rue de l’Hôtel-de-Ville', 'rue Garneau', 'rue du Vallon', 'rue des Pruniers', 'rue du Cardinal'],
      ['rue Beaulieu', 'rue Hamelin', 'rue des Bouleaux', 'rue de la Colline', 'rue du Sablier'],
    ),
  ),
  // Saint-Nicolas
  elsewhere(
    'Lévis',
    quebec(
      'G7A',
      [46.6945, -71.3525],
      60,
      [150, 180],
      400,
      ['rue de l’Entente', 'rue des Frênes', 'rue du Pont', 'rue de l’Aqueduc', 'rue du Grand-Tronc'],
      ['rue des Mélèzes', 'rue de la Normandie', 'rue de Bernières', 'rue du Trianon', 'rue de Versailles'],
    ),
  ),
  // Vanier, Lebourgneuf, Les Saules, Neufchâtel, Giffard, Orsainville
  outskirts('Québec', 'G1M', [46.8215, -71.2655], 310),
  outskirts('Québec', 'G2J', [46.8395, -71.2905], 325),
  outskirts('Québec', 'G2C', [46.8345, -71.3245], 30),
  outskirts('Québec', 'G2A', [46.8655, -71.3235], 50),
  outskirts('Québec', 'G1E', [46.8545, -71.2205], 320),
  outskirts('Québec', 'G1G', [46.8855, -71.2705], 340),
  outskirts('Québec', 'G1B', [46.8845, -71.2275], 335),
  // Lauzon, Saint-Romuald, Charny, Pintendre
  outskirts('Lévis', 'G6W', [46.8165, -71.1445], 70),
  outskirts('Lévis', 'G6W', [46.7555, -71.2285], 40),
  outskirts('Lévis', 'G6X', [46.7225, -71.2555], 60),
  outskirts('Lévis', 'G6C', [46.7765, -71.1895], 50),
  outskirts('Lévis', 'G7A', [46.7065, -71.3195], 55),
]
