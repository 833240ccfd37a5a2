// How to set up Traccar Client so that it reports every few seconds, even from a truck that clears one place. Names and
// labels are those of its source, version 10.1 (docs/decisions/0046-trackers.md).
import { deviceCalls } from './devices.calls.ts'

/** What the app shows, in the language of the phone. */
export interface AppText {
  french: string
  english: string
}

export interface AppSetting {
  /** Its name and value in a QR code. */
  name: string
  value: string
  label: AppText
  choice: AppText
}

const same = (text: string): AppText => ({ french: text, english: text })

/** In the order in which they are entered by hand: the interval appears once the accuracy is the highest. */
export const traccarSettings: readonly AppSetting[] = [
  {
    name: 'accuracy',
    value: 'highest',
    label: { french: 'Précision de la localisation', english: 'Location accuracy' },
    choice: { french: 'La plus élevée', english: 'Highest' },
  },
  { name: 'distance', value: '0', label: { french: 'Distance (mètres)', english: 'Distance (meters)' }, choice: same('0') },
  { name: 'interval', value: '5', label: { french: 'Intervalle (secondes)', english: 'Interval (seconds)' }, choice: same('5') },
  {
    name: 'stop_detection',
    value: 'false',
    label: { french: 'Paramètres avancés › Détection d’arrêt', english: 'Advanced settings › Stop detection' },
    choice: { french: 'désactivée', english: 'off' },
  },
]

/** Where trackers report. */
export const ingestUrl = (origin: string) => `${origin}/api${deviceCalls.hearDevice.path}`

const queryOf = (fields: readonly (readonly [string, string])[]) =>
  fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')

const settingsWith = (key: string) => [['id', key] as const, ...traccarSettings.map(({ name, value }) => [name, value] as const)]

/** The content of the QR code: the app takes what precedes the query as the URL of its server. */
export const traccarCode = (origin: string, key: string) => `${ingestUrl(origin)}?${queryOf(settingsWith(key))}`

/** The same as a link that opens the app: a phone can't scan its own screen. */
export const traccarLink = (origin: string, key: string) =>
  `org.traccar.client://config?${queryOf([['url', ingestUrl(origin)], ...settingsWith(key)])}`
