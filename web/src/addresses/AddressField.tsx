import { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ask } from '../api.ts'
import { AddressPicker, type PickedAddress } from '../ui/AddressPicker.tsx'
import { type FieldName, fieldsOf, useField } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'

const parts = ['civicNumber', 'street', 'city', 'state', 'country', 'zip', 'location'] as const

/**
 * The address in a form that stores its parts flat (`street`, `city`, … `location`), under `within` if nested.
 * An error on any part shows here, because the parts are picked together.
 */
export function AddressField({ label, within, required = true }: { label: string; within?: FieldName; required?: boolean }) {
  const { getValues, setValue, formState } = useFormContext()
  const name = fieldsOf<PickedAddress>(within)
  const [session] = useState(() => crypto.randomUUID())
  const location = useField(name('location'))
  const street = useField(name('street'))
  const city = useField(name('city'))
  const zip = useField(name('zip'))
  const [asksZip, setAsksZip] = useState(false)
  const error = location.error ?? street.error ?? city.error ?? (asksZip ? undefined : zip.error)
  const held = Object.fromEntries(
    [...parts, 'apartment' as const].map((part) => [part, getValues(name(part)) ?? null]),
  ) as unknown as PickedAddress

  function choose(address: PickedAddress | null) {
    setAsksZip(address !== null && !address.zip)
    // The apartment has its own input and few geocoders return one, so picking a new address keeps what was typed.
    for (const part of address?.apartment ? [...parts, 'apartment' as const] : parts)
      setValue(name(part), address?.[part] ?? (part === 'location' ? null : ''), {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted || error !== undefined,
      })
  }

  return (
    <>
      <AddressPicker
        label={label}
        required={required}
        pin
        value={held.street ? held : null}
        onChange={choose}
        suggest={(search, signal) => ask(addressCalls.suggestAddresses, { search, sessionToken: session }, { signal })}
        details={(placeId) => ask(addressCalls.getAddress, { placeId, sessionToken: session })}
        error={error}
      />
      {asksZip && (
        <TextField
          name={name('zip')}
          label="Code postal"
          description="Le répertoire ne connaît pas celui de cette adresse."
          required={required}
          maxLength={7}
        />
      )}
    </>
  )
}
