// A named export of one component, so that only this part of Mantine is loaded.
export { Drawer } from '@mantine/core'
