// Colours that users give to things: named on the wire, each readable as text on white.

export const serviceColors = {
  red: '#C62828',
  pink: '#C2185B',
  purple: '#7B1FA2',
  deepPurple: '#5E35B1',
  indigo: '#3949AB',
  blue: '#1565C0',
  lightBlue: '#0277BD',
  cyan: '#00738A',
  teal: '#00796B',
  green: '#2E7D32',
  lightGreen: '#4B7A1F',
  lime: '#6B7000',
  yellow: '#8A6A00',
  amber: '#9A5F00',
  orange: '#B34D00',
  deepOrange: '#C23A10',
  brown: '#6D4C41',
} as const
export type ServiceColor = keyof typeof serviceColors
export const serviceColorNames = Object.keys(serviceColors) as ServiceColor[]

/** For chips: the same, plus greys. */
export const chipColors = {
  ...serviceColors,
  blueGrey: '#4A626D',
  grey: '#616161',
  slate: '#475569',
  olive: '#5B6236',
  plum: '#7A3B69',
} as const

export const colorNames: Record<ServiceColor, string> = {
  red: 'Rouge',
  pink: 'Rose',
  purple: 'Violet',
  deepPurple: 'Violet foncé',
  indigo: 'Indigo',
  blue: 'Bleu',
  lightBlue: 'Bleu clair',
  cyan: 'Cyan',
  teal: 'Sarcelle',
  green: 'Vert',
  lightGreen: 'Vert clair',
  lime: 'Lime',
  yellow: 'Jaune',
  amber: 'Ambre',
  orange: 'Orange',
  deepOrange: 'Orange foncé',
  brown: 'Brun',
}
