import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useCall } from '../calls.ts'
import { type FieldName, fieldsOf } from '../ui/form/Form.tsx'
import type { ClientValues } from './clientForm.ts'

/** Milliseconds of quiet before the server is asked. */
export const patience = 700

/**
 * What the server would say of the name and number being typed. Its errors land on their fields; what is only worth knowing is returned.
 * `within` is where the client lies in the form. Asks only while they differ from what is stored.
 */
export function useClientRemarks({ id, within }: { id?: string; within?: FieldName }) {
  const { watch, setError, clearErrors, getFieldState, formState } = useFormContext()
  const at = fieldsOf<ClientValues>(within)
  const [name, number] = watch([at('name'), at('number')]) as [string, string | null]
  const typed = JSON.stringify({ name: name?.trim() ?? '', number: number?.trim() || null })
  const [settled] = useDebouncedValue(typed, patience)
  const isChanged = getFieldState(at('name'), formState).isDirty || getFieldState(at('number'), formState).isDirty
  const asked = JSON.parse(settled) as { name: string; number: string | null }
  const remarks = useCall(clientCalls.validateClient, isChanged && asked.name ? { client: { ...(id && { id }), ...asked } } : 'not yet')

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
