import { type Config, platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { ask } from './api.ts'
import { configureReports, report } from './report.ts'

const ourselves = 'mailto:aide@bordee.example'

/** What this deployment has configured: one build serves them all. */
export function useConfig(): Config | undefined {
  useEffect(() => void readConfig().catch(() => undefined), [])
  return useSyncExternalStore(watch, () => config)
}

let config: Config | undefined
let asked: Promise<Config> | undefined
const watchers = new Set<() => void>()

/** Milliseconds after which no answer will come. */
const patience = 15_000

/** Read once. When that fails, the next part of a page that needs it tries again. */
export function readConfig(): Promise<Config> {
  asked ??= ask(platformCalls.getConfig, {}, { signal: AbortSignal.timeout(patience) }).then(
    (answer) => {
      config = answer
      configureReports(answer)
      for (const tell of watchers) tell()
      return answer
    },
    (error) => {
      asked = undefined
      report(error, 'config')
      throw error
    },
  )
  return asked
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Where help is asked for. */
export const useContactUrl = (): string => useConfig()?.contactUrl ?? ourselves

/** Where a demonstration is asked for: from whoever helps, unless the deployment says otherwise. */
export function useDemoUrl(): string {
  const config = useConfig()
  return config?.demoUrl ?? config?.contactUrl ?? ourselves
}
