import { type Config, platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from './api.ts'
import { configureReports } from './report.ts'

/** What this deployment has configured: one build serves them all. */
export function useConfig(): Config | undefined {
  return useQuery({
    queryKey: ['config'],
    queryFn: async () => {
      const config = await ask(platformCalls.getConfig)
      configureReports(config)
      return config
    },
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}
