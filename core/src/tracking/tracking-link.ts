// The address of a resident's own page. Texts hold the short one.

/** Of a token: 128 bits and a little more, in letters that an address may hold. */
export const tokenLength = 22

const tokenForm = /^[\w-]{22}$/
export const isTrackingToken = (token: string): boolean => tokenForm.test(token)

export const shortTrackingPath = (token: string) => `/s/${token}`
export const trackingPath = (token: string) => `/suivi/${token}`
