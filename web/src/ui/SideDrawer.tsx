import type { DrawerProps } from '@mantine/core'
import { late, useEver } from './late.tsx'

const Drawer = late(async () => (await import('./drawerDrawn.ts')).Drawer)

/** A drawer that travels when it is first opened: wide screens do without. */
export function SideDrawer(props: DrawerProps) {
  return useEver(props.opened) && <Drawer {...props} />
}
