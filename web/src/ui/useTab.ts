import { useNavigate, useSearch } from '@tanstack/react-router'

/** The open tab of a page, in its URL: it survives a reload, and opening another is no step for « Back ». */
export function useTab<T extends string>(tabs: readonly [T, ...T[]]): [tab: T, open: (tab: string | null) => void] {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown }
  const navigate = useNavigate()
  const open = (next: string | null) =>
    void navigate({
      to: '.',
      search: ((others: object) => ({ ...others, tab: next === tabs[0] ? undefined : next })) as never,
      replace: true,
      resetScroll: false,
    })
  return [tabs.find((one) => one === tab) ?? tabs[0], open]
}
