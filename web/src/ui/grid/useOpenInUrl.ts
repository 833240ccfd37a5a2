import { type RegisteredRouter, useNavigate, useParams } from '@tanstack/react-router'
import type { HowToGo } from './usePlace.ts'

type ListPath = Extract<keyof RegisteredRouter['routesByPath'], `${string}/{-$${string}}`>

/** For a list whose path ends with the id of the open row, as in `/dashboard/services/{-$serviceId}`. */
export function useOpenInUrl(path: ListPath) {
  const parameter = path.slice(path.lastIndexOf('$') + 1, -1)
  const parameters: Record<string, string | undefined> = useParams({ strict: false })
  const navigate = useNavigate()
  const open = (id: string | null, how: HowToGo = { replace: true }) =>
    void navigate({ to: path, params: { [parameter]: id ?? undefined } as never, search: true, ...how })
  return [parameters[parameter] ?? null, open] as const
}
