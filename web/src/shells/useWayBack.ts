import { useNavigate } from '@tanstack/react-router'
import { lastPlaceIn } from '../ui/grid/usePlace.ts'

/** To a list, where one left it: what was searched, the page, the row that was open. */
export function useWayBack(gridId: string, path: string) {
  const navigate = useNavigate()
  return ({ ignoreBlocker = false } = {}) => void navigate({ to: path, search: lastPlaceIn(gridId) as never, ignoreBlocker })
}
