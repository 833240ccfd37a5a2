import { homeZone } from '@bordee/core/time.ts'
import { createContext, useContext } from 'react'

/** The time zone in which grids and texts show instants. Set by the shell. */
export const ZoneContext = createContext(homeZone)
export const useZone = () => useContext(ZoneContext)
