import { IconPlus } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { LinkButton } from './LinkButton.tsx'

/** Apart from `LinkButton`, because the portal uses that one and has nothing to create. */
export const CreateButton = (props: ComponentProps<typeof LinkButton>) => <LinkButton leftSection={<IconPlus size={16} />} {...props} />
