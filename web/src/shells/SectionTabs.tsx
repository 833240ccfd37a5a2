import { Tabs } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './SectionTabs.module.css'

export interface SectionTab {
  path: string
  label: string
  /** Beside the label: how many wait there. */
  badge?: ReactNode
}

/** The tabs of a section. Each is a page with its own URL, which determines the open tab. */
export function SectionTabs({ tabs, children }: { tabs: readonly SectionTab[]; children?: ReactNode }) {
  const navigate = useNavigate()
  const here = useRouterState({ select: ({ location }) => location.pathname })
  // The longest path: a section's own page may be the start of the others.
  const isHere = ({ path }: SectionTab) => here === path || here.startsWith(`${path}/`)
  const current = tabs.filter(isHere).toSorted((a, b) => b.path.length - a.path.length)[0]?.path ?? null
  const list = useRef<HTMLDivElement>(null)
  // On a phone the open tab may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab that opens is looked for
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [current])
  return (
    <Tabs value={current} onChange={(path) => path && void navigate({ to: path })} keepMounted={false} className={classes.tabs}>
      <Tabs.List mb="md" ref={list} className={`${classes.list} bordee-scrolling`}>
        {tabs.map(({ path, label, badge }) => (
          <Tabs.Tab key={path} value={path} rightSection={badge}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {current ? (
        <Tabs.Panel value={current} className={classes.panel}>
          {children}
        </Tabs.Panel>
      ) : (
        children
      )}
    </Tabs>
  )
}
