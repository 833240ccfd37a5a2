// What Twilio reads to know what to say.

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (symbol) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[symbol] ?? symbol)

const response = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`
const say = (text: string) => `<Say language="fr-CA">${escaped(text)}</Say>`

/** Says nothing, does nothing. */
export const silence = response('')

export const spoken = (text: string) => response(say(text))

export const written = (text: string) => response(`<Message>${escaped(text)}</Message>`)

/** Says the text, and posts the key pressed to `answerUrl`. */
export const spokenWithAnswer = (text: string, answerUrl: string) =>
  response(`<Gather numDigits="1" timeout="4" method="POST" action="${escaped(answerUrl)}">${say(text)}</Gather>`)
