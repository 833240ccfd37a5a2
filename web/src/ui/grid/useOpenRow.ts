import { useIsOver } from './DetailPanel.tsx'
import type { DataGridProps } from './gridProps.ts'
import { closedByBack, type HowToGo, type usePlace } from './usePlace.ts'

/** The id of the row that is open: in the grid's place, unless the screen holds it in its own URL. */
export function useOpenRow<T extends object>(props: DataGridProps<T>, { place, change, goneBack }: ReturnType<typeof usePlace>) {
  const openId = props.openId === undefined ? place.openId : props.openId
  const isOver = useIsOver()
  const setOpenId = (id: string | null) => {
    if (id === null && goneBack()) return
    const how: HowToGo = isOver && openId === null ? closedByBack : { replace: true }
    if (props.openId === undefined) change({ openId: id }, how)
    props.onOpenChange?.(id, how)
  }
  return [openId, setOpenId] as const
}
