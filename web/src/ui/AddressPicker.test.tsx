import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AddressPicker, type AddressPickerProps, type PickedAddress } from './AddressPicker.tsx'
import { Look } from './Look.tsx'

const home: PickedAddress = {
  civicNumber: '1125',
  apartment: null,
  street: 'rue des Érables',
  city: 'Québec',
  state: 'QC',
  country: 'CA',
  zip: 'G1R 2N5',
  location: { lat: 46.8, lng: -71.23 },
}
const suggestions = [
  { placeId: 'a', description: '1125, rue des Érables, Québec' },
  { placeId: 'b', description: '1125, avenue Royale, Lévis' },
]

function Field({
  changed,
  ...props
}: Pick<AddressPickerProps, 'suggest' | 'pin' | 'patience'> & { changed: (address: PickedAddress | null) => void }) {
  const [value, setValue] = useState<PickedAddress | null>(null)
  return (
    <Look>
      <AddressPicker
        label="Adresse"
        value={value}
        details={async () => home}
        patience={10}
        {...props}
        onChange={(next) => {
          changed(next)
          setValue(next)
        }}
      />
    </Look>
  )
}

async function open(props: Partial<AddressPickerProps> = {}) {
  const changed = vi.fn<(address: PickedAddress | null) => void>()
  const suggest = vi.fn(props.suggest ?? (async () => suggestions))
  await render(<Field {...props} suggest={suggest} changed={changed} />)
  return { changed, suggest, input: page.getByRole('textbox', { name: 'Adresse' }) }
}

test('an address is chosen from the suggestions with the keyboard', async () => {
  const { changed, input } = await open()
  await input.fill('1125 erables')
  await expect.element(page.getByRole('option', { name: suggestions[0]?.description })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(input).toHaveValue('1125, rue des Érables, Québec, QC G1R 2N5')
  expect(changed).toHaveBeenLastCalledWith(home)
})

test('typing again clears the chosen address', async () => {
  const { changed, input } = await open()
  await input.fill('1125 erables')
  await page.getByRole('option').first().click()
  await expect.element(input).toHaveValue('1125, rue des Érables, Québec, QC G1R 2N5')
  await input.fill('12')
  expect(changed).toHaveBeenLastCalledWith(null)
})

test('the first key that replaces an address stays in the field', async () => {
  const { input } = await open()
  await input.fill('1125 erables')
  await page.getByRole('option').first().click()
  await expect.element(input).toHaveValue('1125, rue des Érables, Québec, QC G1R 2N5')
  ;(input.element() as HTMLInputElement).select()
  await userEvent.keyboard('8')
  await expect.element(input).toHaveValue('8')
  await userEvent.keyboard('00 cartier')
  await expect.element(input).toHaveValue('800 cartier')
})

test('text typed in one go takes one request, and fewer than three letters take none', async () => {
  const { suggest, input } = await open({ patience: 2000 }) // longer than the gap between two keys on a busy machine
  await userEvent.type(input, 'ru')
  await userEvent.type(input, 'e des')
  await expect.element(page.getByRole('option').first()).toBeVisible()
  expect(suggest.mock.calls.map(([search]) => search)).toEqual(['rue des'])
})

test('a search that finds nothing, and one that fails, each show a message', async () => {
  const { input } = await open({ suggest: async (search) => (search === 'xyz' ? [] : Promise.reject(new TypeError('Failed to fetch'))) })
  await input.fill('xyz')
  await expect.element(page.getByText('Aucune adresse trouvée au Canada.')).toBeVisible()
  await input.fill('autre')
  await expect.element(page.getByText('Impossible de chercher l’adresse. Veuillez réessayer.')).toBeVisible()
})

test('an unlisted address is typed and its point placed on the map', async () => {
  const { changed } = await open({ pin: true })
  await page.getByRole('button', { name: 'Placer le point sur la carte' }).click()
  await page.getByRole('textbox', { name: 'Rue' }).fill('Chemin privé')
  await page.getByRole('textbox', { name: 'Ville' }).fill('Stoneham')
  await page.getByRole('textbox', { name: 'Code postal' }).fill('G3C 1A1')
  await expect.element(page.getByRole('combobox', { name: 'Province' })).toHaveValue('QC')
  await page.getByRole('combobox', { name: 'Province' }).selectOptions('Nouveau-Brunswick')
  await expect.element(page.getByRole('button', { name: 'Utiliser cette adresse' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('button', { name: 'Point de l’adresse' })).toBeVisible()
  ;(page.getByRole('button', { name: 'Point de l’adresse' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await page.getByRole('button', { name: 'Utiliser cette adresse' }).click()
  expect(changed).toHaveBeenLastCalledWith(
    expect.objectContaining({
      street: 'Chemin privé',
      city: 'Stoneham',
      state: 'NB',
      location: { lat: expect.any(Number), lng: expect.any(Number) },
    }),
  )
})
