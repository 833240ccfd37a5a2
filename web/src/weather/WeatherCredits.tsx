import { type WeatherSource, weatherCredits } from '@bordee/core/weather/weather.ts'

/** As each source asks, wherever its figures are shown. */
export function WeatherCredits({ sources }: { sources: readonly WeatherSource[] }) {
  return sources.map((source) => {
    const { credit, url } = weatherCredits[source]
    return (
      credit &&
      url && (
        <a key={source} href={url} target="_blank" rel="noreferrer">
          {credit}
        </a>
      )
    )
  })
}
