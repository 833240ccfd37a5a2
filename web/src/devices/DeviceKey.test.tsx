import { traccarCode } from '@bordee/core/devices/traccar-client.ts'
import decodeQR from 'qr/decode.js'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Look } from '../ui/Look.tsx'
import { DeviceKey } from './DeviceKey.tsx'

const deviceKey = 'kW3v-8_sQ0jR5tYx2NcLmZ7aPqUeHfBdGi1oVrTnEwM'

test('a phone that scans the code reads the key and its settings', async () => {
  const done = vi.fn()
  const screen = await render(
    <Look>
      <DeviceKey deviceKey={deviceKey} onDone={done} />
    </Look>,
  )
  const code = screen.getByRole('img', { name: 'Code QR à balayer' })
  expect(await scanned(code.element())).toBe(traccarCode(location.origin, deviceKey))
  await expect.element(screen.getByRole('textbox', { name: 'Clé de l’appareil' })).toHaveValue(deviceKey)
  await screen.getByRole('button', { name: 'L’appareil est configuré' }).click()
  expect(done).toHaveBeenCalledOnce()
})

/** Draws the picture, and reads it as a phone does. */
async function scanned(svg: Element): Promise<string> {
  const side = 416
  const picture = new Image(side, side)
  const drawn = svg.cloneNode(true) as Element
  drawn.setAttribute('width', String(side))
  drawn.setAttribute('height', String(side))
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`
  await picture.decode()
  const canvas = new OffscreenCanvas(side, side).getContext('2d')
  canvas?.drawImage(picture, 0, 0)
  const { data } = canvas?.getImageData(0, 0, side, side) ?? {}
  return decodeQR({ width: side, height: side, data: data ?? new Uint8ClampedArray() })
}
