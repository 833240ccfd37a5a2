import { vi } from 'vitest'

/** Waits for what must come, however busy the machine is. */
export const soon = <T>(holds: () => Promise<T> | T) => vi.waitFor(holds, { timeout: 20_000, interval: 50 })
