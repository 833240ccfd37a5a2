// The two ways in which the web app could talk to someone else. Silent unless a deployment configures where to.

let errorsUrl: string | null = null
let analyticsUrl: string | null = null

export function configureReports(urls: { errorsUrl: string | null; analyticsUrl: string | null }) {
  errorsUrl = urls.errorsUrl
  analyticsUrl = urls.analyticsUrl
}

/** Something happened that nobody foresaw. */
export function report(error: unknown, where: string) {
  console.error(where, error)
  if (!errorsUrl) return
  const { name, message, stack } = error instanceof Error ? error : { name: 'Error', message: String(error), stack: undefined }
  navigator.sendBeacon(errorsUrl, JSON.stringify({ where, name, message, stack, page: location.pathname }))
}

/** Someone did something worth counting. */
export function track(event: string) {
  if (analyticsUrl) navigator.sendBeacon(analyticsUrl, JSON.stringify({ event, page: location.pathname }))
}
