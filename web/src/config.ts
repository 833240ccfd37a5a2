import { type Config, platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from './api.ts'
import { configureReports } from './report.ts'

const ourselves = 'mailto:aide@bordee.example'

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

/** Where help is asked for. */
export const useContactUrl = (): string => useConfig()?.contactUrl ?? ourselves

/** Where a demonstration is asked for: from whoever helps, unless the deployment says otherwise. */
export function useDemoUrl(): string {
  const config = useConfig()
  return config?.demoUrl ?? config?.contactUrl ?? ourselves
}
