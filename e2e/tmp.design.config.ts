import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '../house/chromium.ts'
export default defineConfig({ testDir: '.', outputDir: '/tmp/design-results', workers: 1, timeout: 60_000, expect: { timeout: 15_000 }, reporter: 'line', use: { locale: 'fr-CA', timezoneId: 'America/Toronto', launchOptions: { executablePath: findChromium(), args: chromiumArgs } } })
