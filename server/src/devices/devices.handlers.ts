import type { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import type { Handlers } from '../engine/ctx.ts'

export const deviceHandlers = {} as Handlers<typeof deviceCalls>
