// Named by itself, so that only this part of Mantine is fetched.
export { Drawer } from '@mantine/core'
