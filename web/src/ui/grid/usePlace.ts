// Keeps a grid's place in the URL: search, page and open row survive a reload and going back.
import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface Place {
  search: string
  /** Zero-based. */
  page: number
  openId: string | null
  /** The filters that a link asks for. They stay in the URL until the user changes them. */
  only?: unknown
}

declare module '@tanstack/history' {
  interface HistoryState {
    closesOnBack?: true
  }
}

/** How to navigate, besides where. */
export interface HowToGo {
  /** False if Back should undo it. */
  replace: boolean
  state?: { closesOnBack: true }
}
const quietly: HowToGo = { replace: true }
/** For a detail that covers the page: Back closes it. */
export const closedByBack: HowToGo = { replace: false, state: { closesOnBack: true } }

/** The last place in each grid, as URL parameters, for our own back links. */
const lastSeen = new Map<string, object>()
export const lastPlaceIn = (gridId: string): object => lastSeen.get(gridId) ?? {}

/**
 * The parameters are named after the grid, because a page may have two. They are read from the grid's own route
 * match, because its screen may render once more when the URL is already that of the next one. Without a router
 * nothing is stored.
 */
export function usePlace(gridId: string) {
  // The type promises a router, but a grid rendered alone has none, for as long as it is mounted.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const keys = { search: `${gridId}.q`, page: `${gridId}.page`, openId: `${gridId}.open`, only: `${gridId}.only` }
  // biome-ignore lint/correctness/useHookAtTopLevel: see above
  const addressed = router ? useMatch({ strict: false, select: ({ search }) => JSON.stringify(words(read(search))) }) : '{}'
  const [place, setPlace] = useState(() => read(JSON.parse(addressed) as Words))
  const latest = useRef(place)
  const isHere = useRef(true)
  /** Places written to the URL but not read back yet. The URL lags behind, and the user may have moved on by then. */
  const underWay = useRef<string[]>([])

  // During a page change, late updates must not be written into the next page's URL.
  useLayoutEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const readFromUrl = useRef((_: string) => undefined as unknown)
  readFromUrl.current = (parameters) => {
    const own = underWay.current.indexOf(parameters)
    underWay.current.splice(0, own + 1)
    lastSeen.set(gridId, JSON.parse(parameters) as Words)
    if (own >= 0 || parameters === JSON.stringify(words(latest.current))) return
    latest.current = read(JSON.parse(parameters) as Words)
    setPlace(latest.current)
  }
  useEffect(() => void readFromUrl.current(addressed), [addressed])

  const write = useRef((_: Place, __: HowToGo) => undefined as unknown)
  write.current = (next, how) => {
    if (!router) return undefined
    const parameters = JSON.stringify(words(next))
    if (parameters !== (underWay.current.at(-1) ?? addressed)) underWay.current.push(parameters)
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

  /** Closes the detail by going back, if it was opened that way. Returns whether it did. */
  function goneBack(): boolean {
    if (!router?.history.location.state.closesOnBack) return false
    router.history.back()
    return true
  }

  function read({ [keys.search]: search, [keys.page]: page, [keys.openId]: openId, [keys.only]: asked }: Words): Place {
    const isCount = typeof page === 'number' && Number.isInteger(page) && page > 1
    return { search: asText(search) ?? '', page: isCount ? page - 1 : 0, openId: asText(openId) ?? null, only: asked }
  }

  /** Leaves out defaults. Pages count from 1, as on the screen. */
  function words({ search, page, openId, only: asked }: Place): Words {
    return {
      [keys.search]: search || undefined,
      [keys.page]: page ? page + 1 : undefined,
      [keys.openId]: openId ?? undefined,
      [keys.only]: asked,
    }
  }
}

type Words = Record<string, unknown>

/** The router parses « 12 » as a number. */
const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
