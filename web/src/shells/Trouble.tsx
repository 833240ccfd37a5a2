import { useContactUrl } from '../config.ts'
import { useSession } from '../session.tsx'
import { TroublePage } from '../ui/states.tsx'

/** Shown when the account could not be read, which is not the same as being signed out. */
export function Trouble() {
  const { reload } = useSession()
  const contact = useContactUrl()
  return <TroublePage contact={contact} what="Votre compte n’a pas pu être lu." onRetry={() => void reload()} />
}
