import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { askTown } from '../addresses/askTown.ts'
import { useConfig } from '../config.ts'
import { type MapSettings, MapSettingsProvider } from '../ui/map/settings.ts'

/** Gives every map the deployment's settings. Without any, maps draw the embedded style. */
export function Maps({ children }: { children: ReactNode }) {
  const maps = useConfig()?.maps
  const withKey = (url: string | null | undefined) => url?.replace('{key}', encodeURIComponent(maps?.key ?? ''))
  const satelliteUrl = withKey(maps?.satelliteStyleUrl)
  const { data: aerial } = useQuery({
    queryKey: ['satellite', satelliteUrl],
    queryFn: ({ signal }) => readRaster(satelliteUrl ?? '', signal),
    enabled: satelliteUrl !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const styleUrl = withKey(maps?.styleUrl)
  const archive = maps?.archive
  const noAerial = maps !== undefined && !satelliteUrl
  const settings = useMemo<MapSettings>(
    () => ({
      town: askTown,
      ...(styleUrl && { styleUrl }),
      ...(archive && { archive }),
      ...(aerial && { aerial }),
      ...(noAerial && { noAerial }),
    }),
    [styleUrl, archive, aerial, noAerial],
  )
  return <MapSettingsProvider value={settings}>{children}</MapSettingsProvider>
}

/** The tiles of a satellite style: its first raster source. A tile URL is used as is. */
async function readRaster(url: string, signal: AbortSignal): Promise<NonNullable<MapSettings['aerial']> | null> {
  if (url.includes('{z}')) return { tiles: [url], attribution: '' }
  const style = (await (await fetch(url, { signal })).json()) as { sources: Record<string, Raster> }
  const raster = Object.values(style.sources).find((source) => source.type === 'raster' && source.tiles?.length)
  return raster?.tiles
    ? { tiles: raster.tiles, attribution: raster.attribution ?? '', ...(raster.maxzoom && { maxZoom: raster.maxzoom }) }
    : null
}

interface Raster {
  type: string
  tiles?: string[]
  attribution?: string
  maxzoom?: number
}
