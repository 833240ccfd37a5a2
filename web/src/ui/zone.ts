import { homeZone } from '@bordee/core/time.ts'
import { createContext, useContext } from 'react'

/** By whose clock instants are read, in grids and in texts: a shell says it, for all that stands in it. */
export const ZoneContext = createContext(homeZone)
export const useZone = () => useContext(ZoneContext)
