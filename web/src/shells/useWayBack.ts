import { useNavigate } from '@tanstack/react-router'
import { lastPlaceIn } from '../ui/grid/usePlace.ts'

/** Goes back to a list as the user left it: same search, page and open row. */
export function useWayBack(gridId: string, path: string) {
  const navigate = useNavigate()
  return ({ ignoreBlocker = false } = {}) => void navigate({ to: path, search: lastPlaceIn(gridId) as never, ignoreBlocker })
}
