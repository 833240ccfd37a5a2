// Canadian addresses and their locations, for any provider.
import type { Place, Suggestion } from '@bordee/core/addresses/addresses.calls.ts'
import type { Point } from '@bordee/core/geo.ts'
import type { GatewayWork } from '../gateway-work.ts'

/** An address from a folder, to be located. */
export interface WrittenAddress {
  civicNumber: string | null
  street: string
  city: string
  state?: string | null
  zip?: string | null
}

export interface Places {
  /** `session` groups one person's questions about one address: providers bill them together. */
  suggest(work: GatewayWork, search: string, session?: string): Promise<Suggestion[]>
  details(work: GatewayWork, placeId: string, session?: string): Promise<Place | undefined>
  /** The location of exactly this house; undefined rather than a neighbour or a similar street. */
  locate(work: GatewayWork, address: WrittenAddress): Promise<Point | undefined>
}
