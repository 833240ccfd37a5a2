import { type Photo, photoKindNames } from '@bordee/core/photos/photo.ts'
import { formatInstant } from '@bordee/core/time.ts'

/** « État des lieux, 19/11/2026 5 h 10 ». */
export const photoName = ({ kind, takenAt }: Photo, zone: string): string => `${photoKindNames[kind]}, ${formatInstant(takenAt, zone)}`
