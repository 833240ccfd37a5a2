import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useCall } from '../calls.ts'
import { type FieldName, fieldsOf } from '../ui/form/Form.tsx'
import type { ClientValues } from './clientForm.ts'

/** How long typing must pause before we ask the server, in milliseconds. */
export const patience = 700

/**
 * The server's remarks on the name and number being typed. Errors go to their fields; mere warnings are returned.
 * `within` is the client's path in the form. Asks only while the values differ from the stored ones.
 */
export function useClientRemarks({ id, within }: { id?: string; within?: FieldName }) {
  const { watch, setError, clearErrors, getFieldState, formState } = useFormContext()
  const at = fieldsOf<ClientValues>(within)
  const [name, number] = watch([at('name'), at('number')]) as [string, string | null]
  const typed = JSON.stringify({ name: name?.trim() ?? '', number: number?.trim() || null })
  const [settled] = useDebouncedValue(typed, patience)
  const isChanged = getFieldState(at('name'), formState).isDirty || getFieldState(at('number'), formState).isDirty
  const asked = JSON.parse(settled) as { name: string; number: string | null }
  const remarks = useCall(clientCalls.validateClient, isChanged && asked.name ? { client: { ...(id && { id }), ...asked } } : 'not yet', {
    what: null,
  })

  const numberError = isChanged ? remarks.data?.formErrors.client.number : undefined
  const numberField = at('number')
  useEffect(() => {
    if (!numberError) return
    setError(numberField, { type: 'taken', message: numberError })
    return () => clearErrors(numberField)
  }, [numberError, numberField, setError, clearErrors])

  return {
    isChecking: isChanged && name?.trim() !== '' && (typed !== settled || remarks.isFetching),
    isRefused: numberError !== undefined,
    warnings: (isChanged && remarks.data?.warnings.client) || {},
  }
}
