import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { board } from './notify.ts'

/** At the top, because the buttons to save or finish are at the bottom right. */
export function Drawn() {
  return <Notifications {...board} autoClose={6000} withinPortal={false} />
}
