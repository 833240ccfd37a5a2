import type { Reading } from '@bordee/core/operations/operation.ts'

/** The reading that counts for each place, the whole operation first; and the last temperature. */
export function latestReadings(readings: readonly Reading[]): { depths: Reading[]; temperature: Reading | undefined } {
  const ordered = readings.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const depths = new Map(ordered.filter(({ kind }) => kind === 'depth').map((reading) => [reading.sectorId, reading]))
  return {
    depths: [...depths.values()].toSorted((a, b) => Number(a.sectorId !== null) - Number(b.sectorId !== null)),
    temperature: ordered.findLast(({ kind }) => kind === 'temperature'),
  }
}
