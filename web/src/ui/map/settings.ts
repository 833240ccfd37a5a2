import { createContext, useContext } from 'react'

/** Where maps come from, per installation. Nothing is needed: the embedded map is the default. */
export interface MapSettings {
  styleUrl?: string
  aerial?: { tiles: string[]; attribution: string; maxZoom?: number }
  /** The streets of a tile, drawn on the embedded map: the long ones at zoom 10, all of them at zoom 13. Keep the same function. */
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
