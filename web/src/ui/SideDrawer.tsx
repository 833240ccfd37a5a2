import type { DrawerProps } from '@mantine/core'
import { lazyComponent, useEver } from './lazyComponent.tsx'

const Drawer = lazyComponent(async () => (await import('./drawerDrawn.ts')).Drawer)

/** A drawer loaded on first opening: wide screens never need it. */
export function SideDrawer(props: DrawerProps) {
  return useEver(props.opened) && <Drawer {...props} />
}
