// Where one is in a grid lives in the address: what is searched, which page, which row is open. Whoever comes back finds it again.
import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface Place {
  search: string
  /** From 0. */
  page: number
  openId: string | null
}

declare module '@tanstack/history' {
  interface HistoryState {
    closesOnBack?: true
  }
}

/** What a navigation needs to know besides where it goes. */
export interface HowToGo {
  /** False when Back is to undo it. */
  replace: boolean
  state?: { closesOnBack: true }
}
const quietly: HowToGo = { replace: true }
/** For what lies over the page: Back closes it. */
export const closedByBack: HowToGo = { replace: false, state: { closesOnBack: true } }

/** Where one was last in each grid, as its address says it: for a way back that is not the browser's. */
const lastSeen = new Map<string, object>()
export const lastPlaceIn = (gridId: string): object => lastSeen.get(gridId) ?? {}

/**
 * Each grid has words of its own in the address, for there may be two on a page. They are read from the grid's own screen, which may be drawn
 * once more while the address is already that of the next. Without a router around nothing is kept.
 */
export function usePlace(gridId: string) {
  // The type promises a router; a grid that is drawn alone has none, as long as it is drawn.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const keys = { search: `${gridId}.q`, page: `${gridId}.page`, openId: `${gridId}.open` }
  // biome-ignore lint/correctness/useHookAtTopLevel: see above
  const addressed = router ? useMatch({ strict: false, select: ({ search }) => JSON.stringify(words(read(search))) }) : '{}'
  const [place, setPlace] = useState(() => read(JSON.parse(addressed) as Words))
  const latest = useRef(place)
  const isHere = useRef(true)
  /** What was written and has not come back yet: it arrives late, when one may already have asked for more. */
  const underWay = useRef<string[]>([])

  // What is still told while the page changes must not be written in the address of the next.
  useLayoutEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const follow = useRef((_: string) => undefined as unknown)
  follow.current = (said) => {
    const own = underWay.current.indexOf(said)
    underWay.current.splice(0, own + 1)
    lastSeen.set(gridId, JSON.parse(said) as Words)
    if (own >= 0 || said === JSON.stringify(words(latest.current))) return
    latest.current = read(JSON.parse(said) as Words)
    setPlace(latest.current)
  }
  useEffect(() => void follow.current(addressed), [addressed])

  const write = useRef((_: Place, __: HowToGo) => undefined as unknown)
  write.current = (next, how) => {
    if (!router) return undefined
    const said = JSON.stringify(words(next))
    if (said !== (underWay.current.at(-1) ?? addressed)) underWay.current.push(said)
    lastSeen.set(gridId, words(next))
    const search = (others: object) => ({ ...others, ...words(next) })
    return router.navigate({ to: '.', search: search as never, ...how, resetScroll: false })
  }
  const change = useCallback((part: Partial<Place>, how: HowToGo = quietly) => {
    if (!isHere.current) return
    latest.current = { ...latest.current, ...part }
    setPlace(latest.current)
    write.current(latest.current, how)
  }, [])

  return { place, change, goneBack }

  /** Closes what is open by going back, where that is how it closes; answers whether it did. */
  function goneBack(): boolean {
    if (!router?.history.location.state.closesOnBack) return false
    router.history.back()
    return true
  }

  function read({ [keys.search]: search, [keys.page]: page, [keys.openId]: openId }: Words): Place {
    const isCount = typeof page === 'number' && Number.isInteger(page) && page > 1
    return { search: asText(search) ?? '', page: isCount ? page - 1 : 0, openId: asText(openId) ?? null }
  }

  /** What is as it begins is not said. Pages are counted from 1, as on the screen. */
  function words({ search, page, openId }: Place): Words {
    return { [keys.search]: search || undefined, [keys.page]: page ? page + 1 : undefined, [keys.openId]: openId ?? undefined }
  }
}

type Words = Record<string, unknown>

/** The router reads « 12 » as a number. */
const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
