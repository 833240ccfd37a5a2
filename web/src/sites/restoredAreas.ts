import type { AreaValues } from './siteForm.ts'

/** The drawing as it was then: outlines, indicators and removed areas come back; what was typed since stays. */
export const restoredAreas = (now: AreaValues[], then: AreaValues[]): AreaValues[] =>
  then.map((area) => {
    const held = now.find(({ id }) => id === area.id)
    return held ? { ...held, polygon: area.polygon, indicators: area.indicators } : area
  })
