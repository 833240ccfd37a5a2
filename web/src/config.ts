import { type Config, configCalls } from '@bordee/core/platform/config.calls.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { ask } from './api.ts'
import { configureReports, report } from './report.ts'

const ourselves = 'mailto:aide@bordee.example'

/** The deployment's settings, read at run time because one build serves every deployment. */
export function useConfig(): Config | undefined {
  useEffect(() => void readConfig().catch(() => undefined), [])
  return useSyncExternalStore(watch, () => config)
}

let config: Config | undefined
let asked: Promise<Config> | undefined
const watchers = new Set<() => void>()

/** Request timeout, in milliseconds. */
const patience = 15_000

/** Reads the settings once. After a failure the next component that needs them tries again. */
export function readConfig(): Promise<Config> {
  asked ??= ask(configCalls.getConfig, {}, { signal: AbortSignal.timeout(patience) }).then(
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

/** Where users ask for help. */
export const useContactUrl = (): string => useConfig()?.contactUrl ?? ourselves

/** Where visitors ask for a demonstration; the help address unless the deployment sets another. */
export function useDemoUrl(): string {
  const config = useConfig()
  return config?.demoUrl ?? config?.contactUrl ?? ourselves
}
