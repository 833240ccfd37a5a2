import { type Config, platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { ask } from './api.ts'
import { configureReports, report } from './report.ts'

const ourselves = 'mailto:aide@bordee.example'

/** What this deployment has configured: one build serves them all. */
export function useConfig(): Config | undefined {
  useEffect(() => void readConfig(), [])
  return useSyncExternalStore(watch, () => config)
}

let config: Config | undefined
let isAsked = false
const watchers = new Set<() => void>()

/** Read once. When that fails, the next part of a page that needs it tries again. */
async function readConfig() {
  if (isAsked) return
  isAsked = true
  try {
    config = await ask(platformCalls.getConfig)
    configureReports(config)
    for (const tell of watchers) tell()
  } catch (error) {
    isAsked = false
    report(error, 'config')
  }
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
