import { useContactUrl } from '../config.ts'
import { useSession } from '../session.tsx'
import { TroublePage } from '../ui/states.tsx'

/** Who is signed in could not be read: that is not the same as being nobody. */
export function Trouble() {
  const { reload } = useSession()
  const contact = useContactUrl()
  return <TroublePage contact={contact} onRetry={() => void reload()} />
}
