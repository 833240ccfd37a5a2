import { useRef } from 'react'
import { useMe } from '../session.tsx'
import { BoardMap } from './BoardMap.tsx'
import { useAllSites, useBoard } from './useBoard.ts'

/** An open operation as a small map alone. */
export function OperationMap({ id }: { id: string }) {
  const { company } = useMe()
  const board = useBoard(id)
  const sites = useAllSites({ id, closedAt: null })
  const trucks = useRef([])
  if (!company || !board.data || !sites.data) return null
  return (
    <BoardMap companyId={company.id} rounds={board.data.rounds} sites={sites.data} trucksRef={trucks} onSite={() => undefined} isSmall />
  )
}
