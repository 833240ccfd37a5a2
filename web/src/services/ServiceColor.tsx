import { colorNames, type ServiceColor, serviceColorNames, serviceColors } from '@bordee/core/colors.ts'
import { Radio } from '@mantine/core'
import { type FieldName, useField } from '../ui/form/Form.tsx'
import classes from './ServiceColor.module.css'

/** A service's name with its colour dot. */
export function ServiceName({ name, color }: { name: string; color: ServiceColor }) {
  return (
    <span className={classes.named}>
      <span className={classes.dot} style={{ background: serviceColors[color] }} aria-hidden />
      <span>{name}</span>
    </span>
  )
}

/** Picks one of the seventeen colours. */
export function ColorField({ name, label }: { name: FieldName; label: string }) {
  const { value, onChange, onBlur, error } = useField(name)
  return (
    <Radio.Group label={label} value={value} onChange={onChange} onBlur={onBlur} error={error}>
      <div className={classes.palette}>
        {serviceColorNames.map((color) => (
          <Radio.Card
            key={color}
            value={color}
            aria-label={colorNames[color]}
            title={colorNames[color]}
            className={classes.swatch}
            style={{ background: serviceColors[color] }}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
