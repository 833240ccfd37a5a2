// Whoever writes to someone must say who he is: the anti-spam law wants it.
import { fold } from '../text.ts'

/** Words that many companies of the trade share, and those that the law puts behind a name. */
const common = new Set(
  'deneigement deneigements neige snow entreprise entreprises service services groupe gestion les des du de la le et inc ltee enr senc cie'.split(
    ' ',
  ),
)

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)

/** By its whole name, or by the words that set it apart: « Boréal » is enough for « Déneigement Boréal inc. ». */
export function namesCompany(text: string, companyName: string): boolean {
  const words = wordsOf(companyName)
  const own = words.filter((word) => !common.has(word))
  const said = new Set(wordsOf(text))
  return (own.length > 0 ? own : words).every((word) => said.has(word))
}
