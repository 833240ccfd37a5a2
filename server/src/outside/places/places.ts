// Addresses of Canada and where they are, whoever knows them.
import type { Place, Suggestion } from '@bordee/core/addresses/addresses.calls.ts'
import type { Point } from '@bordee/core/geo.ts'
import type { AtWork } from '../at-work.ts'

/** An address as it stands in a folder, to be found on the map. */
export interface WrittenAddress {
  civicNumber: string | null
  street: string
  city: string
  state?: string | null
  zip?: string | null
}

export interface Places {
  /** `session` joins the questions of one person about one address: providers bill them together. */
  suggest(work: AtWork, search: string, session?: string): Promise<Suggestion[]>
  details(work: AtWork, placeId: string, session?: string): Promise<Place | undefined>
  /** Where this very house stands; undefined rather than a neighbour or a street with a similar name. */
  locate(work: AtWork, address: WrittenAddress): Promise<Point | undefined>
}
