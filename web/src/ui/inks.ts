// Colours shared with maps and drawings. Kept out of the theme, which needs Mantine.

export type ColorScheme = 'light' | 'dark'

/** The scheme that the page's style sheets have settled on, whoever chose it. */
export const colorScheme = (): ColorScheme => (getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light')

export const border = '#DFE7E6'
export const quietInk = '#53686B'
/** Seen on the light map and on the dark one, and under white digits. */
export const spruceInk = '#28796D'
export const mutedInk = '#6B7778'
export const amberInk = '#E8960C'
export const errorInk = '#B3372B'
