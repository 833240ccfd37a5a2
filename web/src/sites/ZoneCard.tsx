import type { Point } from '@bordee/core/geo.ts'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { ServicesField } from '../services/ServicesField.tsx'
import { confirmRemoval } from '../ui/dialogs.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { formatArea } from '../ui/map/area.ts'
import { saying } from '../ui/WhyButton.tsx'
import { describe, everyIndicator, IndicatorIcon } from './IndicatorIcon.tsx'
import type { AreaValues, SiteValues } from './siteForm.ts'
import classes from './zones.module.css'

const at = fieldsOf<SiteValues>()

interface Props {
  index: number
  area: AreaValues
  isSelected: boolean
  /** The last area can't be removed. */
  isLast: boolean
  onSelect: () => void
  onChange: (part: Partial<AreaValues>) => void
  onRemove: () => void
}

export function ZoneCard({ index, area, isSelected, isLast, onSelect, onChange, onRemove }: Props) {
  const indicators = area.indicators ?? []

  async function askThenRemove() {
    if (await confirmRemoval({ title: `Supprimer «\u00a0${area.name}\u00a0»?` })) onRemove()
  }

  return (
    <section className={`bordee-card ${classes.zone}`} data-selected={isSelected || undefined} aria-label={area.name} onFocus={onSelect}>
      <Group justify="space-between" wrap="nowrap" align="end">
        <TextField name={at(`areas.${index}.name`)} label="Nom de la zone" required maxLength={50} autoComplete="off" />
        <Text fw={650} className="bordee-figures" pb={7} style={{ whiteSpace: 'nowrap' }}>
          {formatArea(area.polygon)}
        </Text>
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          aria-label={`Supprimer ${area.name}`}
          onClick={() => void askThenRemove()}
          {...(isLast && { ...saying('La dernière zone ne peut pas être supprimée.'), 'data-disabled': true })}
        >
          <IconTrash size={17} />
        </ActionIcon>
      </Group>
      <ServicesField name={at(`areas.${index}.services`)} />
      <TextareaField name={at(`areas.${index}.notes`)} label="Notes pour l’opérateur" nullable minRows={1} />
      <div>
        <Text size="sm" fw={500} mb={4}>
          Indicateurs
        </Text>
        <div className={classes.choices}>
          {everyIndicator.map((indicator) => (
            <Button
              key={`${indicator.type}-${indicator.color}`}
              variant="default"
              size="compact-sm"
              aria-label={`Placer\u00a0: ${describe(indicator)}`}
              leftSection={<IndicatorIcon {...indicator} />}
              onClick={() => onChange({ indicators: [...indicators, { ...indicator, location: middle(area.polygon, indicators.length) }] })}
            >
              {describe(indicator)}
            </Button>
          ))}
        </div>
        {indicators.length > 0 && (
          <ul className={classes.placed} aria-label="Indicateurs placés">
            {indicators.map((indicator, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an indicator has no identity but its index
              <li key={i}>
                <IndicatorIcon {...indicator} />
                <span>{describe(indicator)}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={26}
                  aria-label={`Retirer\u00a0: ${describe(indicator)}`}
                  onClick={() => onChange({ indicators: indicators.filter((_, other) => other !== i) })}
                >
                  <IconX size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <Text size="xs" c="dimmed" mt={4}>
          En bleu, où mettre la neige. En rouge, ce qu’il faut épargner&nbsp;: gazon, plate-bande, borne d’incendie. Un indicateur se pose
          au milieu de la zone; glissez-le ensuite, ou déplacez-le avec les flèches.
        </Text>
      </div>
    </section>
  )
}

/** Shifts each new indicator slightly east, so that none hides another. */
function middle(polygon: readonly Point[], already = 0): Point {
  const mean = (pick: (point: Point) => number) => polygon.reduce((sum, point) => sum + pick(point), 0) / Math.max(1, polygon.length)
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) + (already % 6) * 0.00003 }
}
