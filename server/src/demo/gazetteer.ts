// A small gazetteer around Québec City: real street names, house numbers spread along a straight line. Enough to try the product offline.
import { addressKey } from '@bordee/core/addresses/address-key.ts'

interface Street {
  name: string
  city: string
  zip: string
  /** The first and the last house number, and where they stand. */
  from: [number: number, lat: number, lng: number]
  to: [number: number, lat: number, lng: number]
}

const street = (name: string, city: string, zip: string, from: Street['from'], to: Street['to']): Street => ({ name, city, zip, from, to })

export const streets: Street[] = [
  street('rue Saint-Jean', 'Québec', 'G1R 1P8', [500, 46.8122, -71.2195], [1200, 46.8137, -71.2103]),
  street('Grande Allée Est', 'Québec', 'G1R 2J5', [200, 46.8035, -71.2217], [900, 46.8078, -71.2134]),
  street('Grande Allée Ouest', 'Québec', 'G1S 1C1', [100, 46.8018, -71.2251], [1100, 46.7925, -71.2412]),
  street('avenue Cartier', 'Québec', 'G1R 2S5', [900, 46.8018, -71.2228], [1300, 46.8049, -71.2276]),
  street('chemin Sainte-Foy', 'Québec', 'G1S 2J1', [200, 46.8056, -71.2296], [2600, 46.7822, -71.2871]),
  street('boulevard Laurier', 'Québec', 'G1V 2L8', [2000, 46.7795, -71.2611], [3000, 46.7663, -71.2923]),
  street('boulevard Charest Ouest', 'Québec', 'G1N 2E5', [600, 46.8077, -71.2368], [2800, 46.7904, -71.2884]),
  street('rue Saint-Joseph Est', 'Québec', 'G1K 3A9', [200, 46.8135, -71.2297], [800, 46.8155, -71.2216]),
  street('boulevard René-Lévesque Ouest', 'Québec', 'G1S 1S2', [300, 46.804, -71.2269], [1400, 46.7919, -71.2487]),
  street('avenue des Érables', 'Québec', 'G1R 2M3', [700, 46.8007, -71.2261], [1300, 46.8066, -71.2331]),
  street('avenue Maguire', 'Québec', 'G1T 1Y8', [1300, 46.7731, -71.2527], [1600, 46.7765, -71.2573]),
  street('1re Avenue', 'Québec', 'G1L 3L5', [800, 46.8249, -71.2297], [4600, 46.8483, -71.2497]),
  street('3e Avenue', 'Québec', 'G1L 2W1', [300, 46.8244, -71.2247], [2100, 46.8383, -71.2367]),
  street('18e Rue', 'Québec', 'G1J 1Y9', [100, 46.8312, -71.2339], [900, 46.8343, -71.2217]),
  street('boulevard Sainte-Anne', 'Québec', 'G1C 2B5', [600, 46.8459, -71.2079], [2900, 46.8646, -71.1737]),
  street('avenue Royale', 'Québec', 'G1C 1S1', [400, 46.8559, -71.1989], [2700, 46.8727, -71.1662]),
  street('boulevard Raymond', 'Québec', 'G1B 1J8', [300, 46.8756, -71.2105], [1600, 46.8894, -71.1881]),
  street('80e Rue Est', 'Québec', 'G1H 4K5', [100, 46.8654, -71.2639], [1000, 46.8706, -71.2478]),
  street('boulevard Henri-Bourassa', 'Québec', 'G1H 3B3', [4000, 46.8442, -71.2445], [8500, 46.8741, -71.275]),
  street('rue Racine', 'Québec', 'G2B 1E8', [100, 46.8553, -71.3529], [900, 46.8598, -71.3431]),
  street('boulevard de l’Ormière', 'Québec', 'G2B 3L4', [2300, 46.8337, -71.3329], [5000, 46.8512, -71.3523]),
  street('route de l’Église', 'Québec', 'G1V 4X2', [700, 46.7694, -71.2812], [1000, 46.7728, -71.2859]),
  street('avenue Chapdelaine', 'Québec', 'G1V 4W9', [600, 46.7706, -71.2897], [900, 46.7741, -71.2921]),
  street('rue de la Couronne', 'Québec', 'G1K 6E6', [200, 46.8124, -71.2243], [700, 46.8158, -71.2268]),
  street('rue du Marais', 'Québec', 'G1M 3N9', [200, 46.8192, -71.2821], [900, 46.8179, -71.2944]),
  street('boulevard Wilfrid-Hamel', 'Québec', 'G1M 2R9', [700, 46.816, -71.2522], [6000, 46.7892, -71.3493]),
  street('rue Jean-Gauvin', 'Québec', 'G2G 2T3', [1000, 46.7855, -71.3644], [2600, 46.7739, -71.3819]),
  street('chemin Saint-Louis', 'Québec', 'G1S 1E3', [1200, 46.7887, -71.2381], [3400, 46.7569, -71.2852]),
  street('rue Saint-Vallier Ouest', 'Québec', 'G1N 1C4', [100, 46.8136, -71.2331], [900, 46.8113, -71.247]),
  street('avenue du Bourg-Royal', 'Québec', 'G1C 2Z2', [600, 46.8818, -71.2347], [2000, 46.8933, -71.2188]),
  street('rue Saint-Laurent', 'Lévis', 'G6V 3W6', [4000, 46.8118, -71.1838], [5200, 46.8052, -71.1946]),
  street('côte du Passage', 'Lévis', 'G6V 5T3', [1, 46.8105, -71.1856], [200, 46.8021, -71.1757]),
  street('route du Président-Kennedy', 'Lévis', 'G6V 6C5', [10, 46.8066, -71.1744], [300, 46.7873, -71.1594]),
  street('boulevard Alphonse-Desjardins', 'Lévis', 'G6V 5R4', [4000, 46.8085, -71.1805], [6500, 46.7887, -71.1842]),
  street('avenue Taniata', 'Lévis', 'G6Z 2C1', [400, 46.7303, -71.2363], [1300, 46.7201, -71.2282]),
  street('rue Commerciale', 'Lévis', 'G6Z 2K6', [2000, 46.7426, -71.2503], [2400, 46.7381, -71.2561]),
]

/** Forty houses a street, evens on one side, as rows of the table `addresses`. */
export function addressesOf({ name, city, zip, from, to }: Street) {
  const count = 40
  return Array.from({ length: count }, (_, index) => {
    const along = index / (count - 1)
    const between = (a: number, b: number) => a + (b - a) * along
    const number = Math.round(between(from[0], to[0]))
    const side = number % 2 ? 0.00008 : -0.00008
    const civic_number = String(number)
    return {
      civic_number,
      street: name,
      city,
      state: 'QC',
      zip,
      lat: Number((between(from[1], to[1]) + side).toFixed(6)),
      lng: Number(between(from[2], to[2]).toFixed(6)),
      search: addressKey(`${civic_number} ${name} ${city} ${zip}`),
    }
  })
}
