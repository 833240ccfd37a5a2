import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useCall } from '../calls.ts'
import { patience } from '../clients/useClientRemarks.ts'
import type { SiteValues } from './siteForm.ts'

/** Checks the name being typed with the server, and shows its errors on the field. */
export function useSiteRemarks(id: string | undefined) {
  const { watch, setError, clearErrors, getFieldState, formState } = useFormContext<SiteValues>()
  const [name, customerId] = watch(['name', 'customerId'])
  const [settled] = useDebouncedValue(name.trim(), patience)
  const isChanged = getFieldState('name', formState).isDirty || getFieldState('customerId', formState).isDirty
  const asked = isChanged && settled && customerId
  const remarks = useCall(siteCalls.validateSite, asked ? { site: { ...(id && { id }), customerId, name: settled } } : 'not yet', {
    what: null,
  })

  const nameError = asked ? remarks.data?.formErrors.site.name : undefined
  useEffect(() => {
    if (!nameError) return
    setError('name', { type: 'taken', message: nameError })
    return () => clearErrors('name')
  }, [nameError, setError, clearErrors])

  return {
    isChecking: Boolean(isChanged && name.trim() && (settled !== name.trim() || remarks.isFetching)),
    isRefused: nameError !== undefined,
  }
}
