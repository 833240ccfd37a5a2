import type { FeatureCollection } from 'geojson'
import { createContext, useContext } from 'react'

/** Where maps come from, per installation. Nothing is needed: the embedded map is the default. */
export interface MapSettings {
  styleUrl?: string
  aerial?: { tiles: string[]; attribution: string; maxZoom?: number }
  /** Lines with a `name`, drawn on the embedded map. Keep the same object. */
  streets?: FeatureCollection
}

const Settings = createContext<MapSettings>({})
export const MapSettingsProvider = Settings
export const useMapSettings = () => useContext(Settings)
