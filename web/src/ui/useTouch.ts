import { useMediaQuery } from '@mantine/hooks'

/** Whether the pointer is a finger: then there is no hover and no right button. */
export const useTouch = () => useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
