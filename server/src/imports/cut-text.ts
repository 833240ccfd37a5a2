/** No longer than that, and never half a character. */
export const cutText = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
