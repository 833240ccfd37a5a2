import { useMediaQuery } from '@mantine/hooks'

/** Whether one points with a finger: then nothing is clicked, and there is no right button. */
export const useTouch = () => useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
