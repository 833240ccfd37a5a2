import type { ButtonProps } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { LinkButton } from '../ui/LinkButton.tsx'

export function BulletinButton(props: ButtonProps) {
  return (
    <LinkButton
      to="/dashboard/bulletin"
      variant="default"
      leftSection={<IconSpeakerphone size={props.size === 'xs' ? 15 : 17} />}
      {...props}
    >
      Bulletin
    </LinkButton>
  )
}
