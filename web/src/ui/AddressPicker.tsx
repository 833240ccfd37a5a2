import { type Point, quebecCity } from '@bordee/core/geo.ts'
import { provinceNames } from '@bordee/core/provinces.ts'
import { Anchor, Button, Combobox, Group, Loader, NativeSelect, Skeleton, Stack, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { lazyComponent } from './lazyComponent.tsx'
import { notifyFailure } from './notify.ts'
import { useTouch } from './useTouch.ts'
import { WhyButton } from './WhyButton.tsx'
import { Hint } from './words.tsx'

const PinMap = lazyComponent(
  async () => (await import('./map/PinMap.tsx')).PinMap,
  () => <Skeleton height={360} radius={12} />,
)

export interface Suggestion {
  placeId: string
  description: string
}

/** An address as the API has it. */
export interface PickedAddress {
  civicNumber: string | null
  apartment: string | null
  street: string
  city: string
  state: string
  country: string
  zip: string | null
  location: Point | null
}

export interface AddressPickerProps {
  label: string
  value: PickedAddress | null
  onChange: (address: PickedAddress | null) => void
  /** Asks the server, which limits the suggestions to Canada. */
  suggest: (search: string, signal: AbortSignal) => Promise<Suggestion[]>
  details: (placeId: string) => Promise<PickedAddress>
  /** Lets the user type an unlisted address and place its point on the map. */
  pin?: boolean
  error?: string
  required?: boolean
  disabled?: boolean
  /** Debounce, in milliseconds. */
  patience?: number
}

/** Chooses an address from suggestions or on the map. Typing alone chooses nothing. */
export function AddressPicker({
  label,
  value,
  onChange,
  suggest,
  details,
  pin = false,
  error,
  required,
  disabled,
  patience = 250,
}: AddressPickerProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState(() => describe(value))
  const [found, setFound] = useState<Suggestion[] | 'failed' | null>(null)
  const [busy, setBusy] = useState(false)
  const [pinning, setPinning] = useState(false)
  const asking = useRef<AbortController>(null)

  const described = describe(value)
  const isTyping = useRef(false)
  useEffect(() => {
    // Typing clears the address; the text being typed must stay.
    if (!isTyping.current || described) setText(described)
    isTyping.current = false
  }, [described])
  useEffect(() => () => asking.current?.abort(), [])

  const ask = useDebouncedCallback(async (search: string) => {
    asking.current?.abort()
    if (search.trim().length < 3) {
      setFound(null)
      setBusy(false)
      return
    }
    const question = new AbortController()
    asking.current = question
    setBusy(true)
    try {
      const suggestions = await suggest(search.trim(), question.signal)
      if (!question.signal.aborted) setFound(suggestions)
    } catch {
      if (!question.signal.aborted) setFound('failed')
    }
    if (!question.signal.aborted) setBusy(false)
  }, patience)

  async function choose(placeId: string) {
    combobox.closeDropdown()
    setBusy(true)
    try {
      onChange(await details(placeId))
    } catch (problem) {
      notifyFailure(problem, 'Impossible de lire cette adresse. Veuillez réessayer.')
    }
    setBusy(false)
  }

  function type(next: string) {
    setText(next)
    combobox.openDropdown()
    isTyping.current = value !== null
    if (value) onChange(null)
    ask(next)
  }

  const suggestions = Array.isArray(found) ? found : []
  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={(placeId) => void choose(placeId)}>
        <Combobox.Target>
          <TextInput
            label={label}
            required={required}
            disabled={disabled}
            error={error}
            placeholder="Numéro, rue, ville"
            autoComplete="off"
            leftSection={<IconMapPin size={17} stroke={1.7} />}
            rightSection={busy ? <Loader size={16} /> : undefined}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => combobox.openDropdown()}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={found === null || value !== null}>
          <Combobox.Options aria-label="Adresses proposées">
            {suggestions.map(({ placeId, description }) => (
              <Combobox.Option key={placeId} value={placeId}>
                {description}
              </Combobox.Option>
            ))}
            {found === 'failed' && <Combobox.Empty role="alert">Impossible de chercher l’adresse. Veuillez réessayer.</Combobox.Empty>}
            {Array.isArray(found) && !found.length && !busy && <Combobox.Empty>Aucune adresse trouvée au Canada.</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {pin && !disabled && (
        <Anchor component="button" type="button" size="sm" mt={6} mih={24} onClick={() => setPinning(true)}>
          Placer le point sur la carte
        </Anchor>
      )}
      <Dialog opened={pinning} onClose={() => setPinning(false)} title="Placer le point sur la carte" size="xl">
        {pinning && (
          <PinForm
            typed={text}
            value={value}
            onCancel={() => setPinning(false)}
            onDone={(address) => {
              setPinning(false)
              onChange(address)
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

function PinForm({
  typed,
  value,
  onCancel,
  onDone,
}: {
  typed: string
  value: PickedAddress | null
  onCancel: () => void
  onDone: (address: PickedAddress) => void
}) {
  const touch = useTouch()
  const [address, setAddress] = useState<PickedAddress>(() => value ?? { ...nowhere, ...splitStreet(typed) })
  const part = (key: 'civicNumber' | 'street' | 'city' | 'zip', label: string, flex: string) => (
    <TextInput
      label={label}
      required
      value={address[key] ?? ''}
      onChange={(event) => setAddress({ ...address, [key]: event.currentTarget.value })}
      style={{ flex }}
    />
  )
  const complete = address.street.trim() && address.city.trim() && address.zip?.trim() && address.location
  return (
    <Stack>
      <Group align="flex-end" gap="sm">
        {part('civicNumber', 'Numéro', '0 1 90px')}
        {part('street', 'Rue', '2 1 180px')}
        {part('city', 'Ville', '1 1 120px')}
        <NativeSelect
          label="Province"
          required
          value={address.state}
          onChange={(event) => setAddress({ ...address, state: event.currentTarget.value })}
          data={Object.entries(provinceNames).map(([code, name]) => ({ value: code, label: name }))}
          style={{ flex: '0 1 150px' }}
        />
        {part('zip', 'Code postal', '0 1 110px')}
      </Group>
      <Hint>
        {touch ? 'Touchez' : 'Cliquez sur'} la carte, ou glissez le repère jusqu’à l’entrée.
        {!touch && ' Au clavier, les flèches le déplacent.'}
      </Hint>
      <PinMap
        point={address.location ?? quebecCity}
        placed={address.location !== null}
        onMoved={(location) => setAddress({ ...address, location })}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Annuler
        </Button>
        <WhyButton why={!complete && 'Remplissez l’adresse et placez son point sur la carte.'} onClick={() => onDone(address)}>
          Utiliser cette adresse
        </WhyButton>
      </Group>
    </Stack>
  )
}

const nowhere: PickedAddress = {
  civicNumber: null,
  apartment: null,
  street: '',
  city: '',
  state: 'QC',
  country: 'CA',
  zip: null,
  location: null,
}

/** Splits « 12, rue X » typed in one go. */
function splitStreet(typed: string): Pick<PickedAddress, 'civicNumber' | 'street'> {
  const [, civicNumber = null, street = typed] = /^\s*(\d+[a-z]?)[\s,]+([^,]+)/i.exec(typed) ?? []
  return { civicNumber, street: street.trim() }
}

function describe(address: PickedAddress | null): string {
  if (!address) return ''
  const street = [address.civicNumber, address.street].filter(Boolean).join(', ')
  return [street, address.city, [address.state, address.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
