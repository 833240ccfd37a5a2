import { useEffect, useId, useRef, useState } from 'react'
import { type GridColumn, textOf } from './columns.ts'
import classes from './DataGrid.module.css'

interface Props<T> {
  column: GridColumn<T>
  row: T
  zone: string
  onDone: () => void
}

/** A cell being edited: Enter or blur saves, Escape cancels. An error shows under the field, which stays open. */
export function EditCell<T>({ column, row, zone, onDone }: Props<T>) {
  const before = textOf(column, row, zone)
  const [text, setText] = useState(before)
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const settled = useRef(false)

  useEffect(() => input.current?.select(), [])

  async function save(refocus: boolean) {
    if (settled.current || saving) return
    if (text.trim() === before) return leave(refocus)
    setSaving(true)
    const refusal = (await column.edit?.(row, text.trim())) ?? null
    setSaving(false)
    setError(refusal)
    if (refusal === null) leave(refocus)
    else input.current?.focus()
  }

  /** Closes the field; `refocus` returns the focus to its row. */
  function leave(refocus: boolean) {
    settled.current = true
    const line = input.current?.closest('tr')
    onDone()
    if (refocus) line?.focus()
  }

  return (
    <span className={classes.editing}>
      <input
        ref={input}
        value={text}
        readOnly={saving}
        aria-label={column.label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => setText(event.target.value)}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onBlur={() => void save(false)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') void save(true)
          if (event.key === 'Escape') leave(true)
        }}
      />
      {error && (
        <span role="alert" id={errorId}>
          {error}
        </span>
      )}
    </span>
  )
}
