import type { BoardRound } from '@bordee/core/operations/board.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { useCall } from '../calls.ts'
import { serverAhead } from '../contact.ts'
import { useLive } from '../live.ts'
import { useTrucks } from '../runs/positions.ts'
import { fleetOf, type Truck } from '../runs/truck.ts'
import { useServerTime } from './useBoard.ts'

/** The trucks of these rounds: live ones from their stream, silent ones where they were last seen. */
export function useFleet(companyId: string, rounds: readonly BoardRound[]): Truck[] {
  const runs = useCall(runCalls.listCurrentRuns)
  useLive('runs', () => runs.refetch(), { isUnderWay: true, gapMs: 5000 })
  const live = useTrucks(companyId, () => void runs.refetch())
  const now = useServerTime() - serverAhead()
  const runIds = new Set(rounds.map(({ runId }) => runId))
  return fleetOf(runs.data ?? [], live, now, serverAhead()).filter(({ runId }) => runIds.has(runId))
}
