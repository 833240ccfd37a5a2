import { coatingNames, sizeNames, slopeNames } from '@bordee/core/quotes/quote-request.ts'
import { type ReactNode, useId } from 'react'
import type { StepProps } from './AddressStep.tsx'
import { coatingDrawings } from './coatingDrawings.tsx'
import { sizeDrawings, slopeDrawings } from './entryDrawings.tsx'
import { Box, Field, FieldError, Required } from './fields.tsx'

const most = 2000

/** Describes the driveway. */
export function EntryStep({ draft, problems, onChange }: StepProps) {
  const { additionalInformation: information } = draft
  return (
    <>
      <Choice
        title="Taille de l’entrée"
        hint="En largeur, combien de voitures y tiennent côte à côte?"
        names={sizeNames}
        drawings={sizeDrawings}
        value={draft.size}
        error={problems.size}
        onChange={(size) => onChange({ size })}
      />
      <Choice
        title="Pente"
        hint="De la rue vers la maison."
        names={slopeNames}
        drawings={slopeDrawings}
        value={draft.slope}
        error={problems.slope}
        onChange={(slope) => onChange({ slope })}
      />
      <Choice
        title="Revêtement"
        names={coatingNames}
        drawings={coatingDrawings}
        value={draft.coating}
        error={problems.coating}
        onChange={(coating) => onChange({ coating })}
      />
      <Box checked={draft.hasTempo} onChange={(hasTempo) => onChange({ hasTempo })}>
        J’ai un abri d’auto temporaire (Tempo)
      </Box>
      <Field
        label="Informations supplémentaires"
        error={problems.additionalInformation}
        hint={
          <>
            Un muret, une borne, des marches à dégager?{' '}
            <span className="count" data-over={information.length > most || undefined}>
              {information.length} / {most}
            </span>
          </>
        }
      >
        {(named) => (
          <textarea
            {...named}
            className="input"
            rows={4}
            value={information}
            onChange={(event) => onChange({ additionalInformation: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  )
}

interface ChoiceProps {
  title: string
  hint?: string
  names: Record<string, string>
  drawings: Record<string, ReactNode>
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A radio group with pictures. */
function Choice({ title, hint, names, drawings, value, error, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      className="choice"
      aria-labelledby={`${id}title`}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}error` : undefined}
    >
      <h3 id={`${id}title`}>
        {title}
        <Required />
      </h3>
      {hint && <p className="hint">{hint}</p>}
      <FieldError id={`${id}error`} error={error} />
      <div className="cards" data-count={Object.keys(names).length}>
        {Object.entries(names).map(([one, name]) => (
          <label key={one} className="choice-card">
            <input type="radio" name={id} value={one} checked={value === one} onChange={() => onChange(one)} />
            {drawings[one]}
            <span>{name}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
