import { createContext, useContext } from 'react'

/** The deployment's map settings. All optional: the embedded map is the default. */
export interface MapSettings {
  styleUrl?: string
  /** A vector map that our own server serves; a style comes first. */
  archive?: string
  aerial?: { tiles: string[]; attribution: string; maxZoom?: number }
  /** True once it is known that the deployment has no aerial pictures. */
  noAerial?: boolean
  /** Draws streets and houses on the embedded map. Pass the same object each time. */
  town?: TownTiles
}

/** What is in a tile: the long streets at zoom 10 or all of them at zoom 12, the houses at zoom 15. */
export interface TownTiles {
  streets: (tile: Tile) => Promise<StreetLine[]>
  houses: (tile: Tile) => Promise<HousePoint[]>
}

export interface Tile {
  zoom: number
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

export interface HousePoint {
  civicNumber: string
  /** Longitude, latitude. */
  at: [number, number]
  /** The direction of its street, in degrees. */
  bearing: number | null
}

const Settings = createContext<MapSettings>({})
export const MapSettingsProvider = Settings
export const useMapSettings = () => useContext(Settings)
