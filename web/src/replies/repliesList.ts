// Links to the list of replies and out of it, apart from the grid: a page with such a link needn't load it.
import { type ReplyFilter, type ReplyKind, replyFilters } from '@bordee/core/replies/reply.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lastPlaceIn } from '../ui/grid/usePlace.ts'
import { type Door, only } from '../ui/gridLink.ts'

export const repliesGrid = 'replies'
const path = '/dashboard/alerts/replies'

const isFilter = (asked: unknown): asked is ReplyFilter => replyFilters.includes(asked as ReplyFilter)

/** What the URL asks to see; null for everything. A conversation keeps it for its way back. */
export function useReplyFilter(): ReplyFilter | null {
  const asked = useSearch({ strict: false, select: (search) => (search as { filter?: unknown }).filter })
  return isFilter(asked) ? asked : null
}

/** Those that nobody has read, of these kinds. */
export const unreadReplies = (kinds: readonly ReplyKind[] = []): Door => ({
  to: path,
  search: {
    filter: 'unread' satisfies ReplyFilter,
    ...(only(repliesGrid, kinds.length > 0 ? { kind: { oneOf: [...kinds] } } : {}) as object),
  },
})

/** Goes back to the list as the user left it. */
export function useWayToReplies() {
  const navigate = useNavigate()
  const filter = useReplyFilter()
  return () => void navigate({ to: path, search: { ...lastPlaceIn(repliesGrid), filter: filter ?? undefined } as never })
}
