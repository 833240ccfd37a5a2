// What Twilio reads to know what to say.

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (symbol) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[symbol] ?? symbol)

const response = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`
const say = (text: string) => `<Say language="fr-CA">${escaped(text)}</Say>`

/** Says nothing, does nothing. */
export const silence = response('')

export const spoken = (text: string) => response(say(text))

/** The caller hears that the number is busy, and the call costs nothing. */
export const refused = response('<Reject reason="busy"/>')

export const written = (text: string) => response(`<Message>${escaped(text)}</Message>`)

/** Says the text, and posts the key pressed to `answerUrl`; without one, says what follows. */
export const spokenWithAnswer = (text: string, answerUrl: string, otherwise = '') =>
  response(
    `<Gather numDigits="1" timeout="4" method="POST" action="${escaped(answerUrl)}">${say(text)}</Gather>${otherwise && say(otherwise)}`,
  )

/** Seconds that the office’s phone rings, and that a conversation may last. */
const [ringing, longest] = [25, 1800]

/** Says the text, puts the caller through, and posts how that ended to `endedUrl`. */
export const putThrough = (text: string, phone: string, endedUrl: string) =>
  response(
    `${say(text)}<Dial timeout="${ringing}" timeLimit="${longest}" method="POST" action="${escaped(endedUrl)}">+1${escaped(phone)}</Dial>`,
  )
