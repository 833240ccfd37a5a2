import type { DrawerProps } from '@mantine/core'
import { late, useEver } from './lazyComponent.tsx'

const Drawer = late(async () => (await import('./drawerDrawn.ts')).Drawer)

/** A drawer loaded on first opening: wide screens never need it. */
export function SideDrawer(props: DrawerProps) {
  return useEver(props.opened) && <Drawer {...props} />
}
