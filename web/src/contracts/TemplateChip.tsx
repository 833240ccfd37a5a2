import { chipColors } from '@bordee/core/colors.ts'
import classes from './contracts.module.css'

const colors = Object.values(chipColors)

/** The colour derives from the name, so a template always has the same one. */
export function TemplateChip({ name }: { name: string }) {
  const sum = Array.from(name).reduce((all, letter) => (all * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 0)
  return (
    <span className={classes.chip} style={{ color: colors[sum % colors.length] }}>
      <span>{name}</span>
    </span>
  )
}
