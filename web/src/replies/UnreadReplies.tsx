import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { isModuleActive, useMe } from '../session.tsx'
import { MenuCount } from '../ui/MenuCount.tsx'
import { useLiveReplies } from './useLiveReplies.ts'

/** How many replies nobody has read, beside the section's name and on its tab. */
export function UnreadReplies({ className }: { className: string | undefined }) {
  const { company } = useMe()
  const can = useCan()
  return can(replyCalls.countUnreadReplies) && isModuleActive(company, 'alerts') && <Unread className={className} />
}

function Unread({ className }: { className: string | undefined }) {
  const found = useCall(replyCalls.countUnreadReplies, {}, { what: null })
  useLiveReplies()
  const unread = found.data?.count ?? 0
  return <MenuCount count={unread} words={count(unread, 'réponse non lue', 'réponses non lues')} className={className} />
}
