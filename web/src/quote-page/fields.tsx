import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  error: string | undefined
  required?: boolean
  hint?: ReactNode
}

/** The attributes that tie a control to its label and messages. */
interface Named {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A label, its control, and any error below. */
export function Field({ label, error, required = false, hint, children }: FieldProps & { children: (named: Named) => ReactNode }) {
  const id = useId()
  const described = [error && `${id}error`, hint && `${id}hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required && <Required />}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      <FieldError id={`${id}error`} error={error} />
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export const Required = () => (
  <span className="required" aria-hidden>
    {' *'}
  </span>
)

export const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error ? (
    <p className="error" id={id}>
      {error}
    </p>
  ) : null

type TextFieldProps = FieldProps &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'> & {
    value: string
    onChange: (value: string, isAtEnd: boolean) => void
  }

export function TextField({ label, error, required = false, hint, value, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} required={required} hint={hint}>
      {(named) => (
        <input
          {...named}
          {...input}
          className="input"
          required={required}
          value={value}
          onChange={({ currentTarget: { value: typed, selectionEnd } }) => onChange(typed, selectionEnd === typed.length)}
        />
      )}
    </Field>
  )
}

export function Box({ checked, onChange, children }: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    <label className="box">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  )
}
