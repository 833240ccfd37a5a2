// Colours shared with maps and drawings. Kept out of the theme, which needs Mantine.
export const border = '#DFE7E6'
export const quietInk = '#53686B'
export const spruceInk = '#17504A'
export const amberInk = '#E8960C'
export const errorInk = '#B3372B'
