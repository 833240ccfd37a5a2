import type { runCalls } from '@bordee/core/runs/runs.calls.ts'
import type { Handlers } from '../engine/ctx.ts'

export const runHandlers = {} as Handlers<typeof runCalls>
