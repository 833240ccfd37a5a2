// Error reports and analytics. Both stay off unless the deployment configures a URL.

let errorsUrl: string | null = null
let analyticsUrl: string | null = null

export function configureReports(urls: { errorsUrl: string | null; analyticsUrl: string | null }) {
  errorsUrl = urls.errorsUrl
  analyticsUrl = urls.analyticsUrl
}

export function report(error: unknown, where: string) {
  console.error(where, error)
  if (!errorsUrl) return
  const { name, message, stack } = error instanceof Error ? error : { name: 'Error', message: String(error), stack: undefined }
  navigator.sendBeacon(errorsUrl, JSON.stringify({ where, name, message, stack, page: location.pathname }))
}

export function track(event: string) {
  if (analyticsUrl) navigator.sendBeacon(analyticsUrl, JSON.stringify({ event, page: location.pathname }))
}
