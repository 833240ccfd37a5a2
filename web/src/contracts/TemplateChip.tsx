import { chipColors } from '@bordee/core/colors.ts'
import classes from './contracts.module.css'

const colors = Object.values(chipColors)

/** A template is known by its colour too: the same name always has the same one. */
export function TemplateChip({ name }: { name: string }) {
  const sum = Array.from(name).reduce((all, letter) => (all * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 0)
  return (
    <span className={classes.chip} style={{ color: colors[sum % colors.length] }}>
      <span>{name}</span>
    </span>
  )
}
