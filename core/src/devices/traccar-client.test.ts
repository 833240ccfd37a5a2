import { expect, test } from 'vitest'
import { traccarCode, traccarLink } from './traccar-client.ts'

test('the QR code has the key and every setting, after the address of the server', () => {
  expect(traccarCode('https://app.exemple.ca', 'a-Key_1')).toBe(
    'https://app.exemple.ca/api/devices/ingest?id=a-Key_1&accuracy=highest&distance=0&interval=5&stop_detection=false',
  )
})

test('on the phone itself, a link opens the app with the same settings', () => {
  expect(traccarLink('https://app.exemple.ca', 'a-Key_1')).toBe(
    'org.traccar.client://config?url=https%3A%2F%2Fapp.exemple.ca%2Fapi%2Fdevices%2Fingest' +
      '&id=a-Key_1&accuracy=highest&distance=0&interval=5&stop_detection=false',
  )
})
