import { createContext, useContext } from 'react'

/** The deployment's map settings. All optional: the embedded map is the default. */
export interface MapSettings {
  styleUrl?: string
  /** A vector map that our own server serves; a style comes first. */
  archive?: string
  aerial?: { tiles: string[]; attribution: string; maxZoom?: number }
  /** True once it is known that the deployment has no aerial pictures. */
  noAerial?: boolean
  /**
   * Returns the streets of a tile for the embedded map: the long ones at zoom 10, all at zoom 13. Pass the same
   * function each time.
   */
  streets?: (tile: StreetTile) => Promise<StreetLine[]>
}

export interface StreetTile {
  zoom: 10 | 13
  x: number
  y: number
}

export interface StreetLine {
  name: string
  /** Its length: long streets are drawn wider. */
  metres: number
  /** Longitude, latitude. */
  line: [number, number][]
}

const Settings = createContext<MapSettings>({})
export const MapSettingsProvider = Settings
export const useMapSettings = () => useContext(Settings)
