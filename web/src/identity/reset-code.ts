// Carries the code of a reset link from the page that receives it to the page that uses it. Not in the URL, which
// would stay in the history.
const key = 'bordee:reset-code'

export const storeResetCode = (code: string | undefined) => (code ? sessionStorage.setItem(key, code) : sessionStorage.removeItem(key))
export const storedResetCode = () => sessionStorage.getItem(key) ?? undefined
