// Puts a company's quote form on its own site: <script src="https://…/embed.js" data-company="…" async></script>.
// It goes where the script is, into the element whose id is data-target, or at the end of the page if the script is in
// the head.
;(() => {
  const script = document.currentScript
  const { company, target } = script?.dataset ?? {}
  if (!company) return
  const { origin } = new URL(script.src)
  const frame = document.createElement('iframe')
  frame.src = `${origin}/demande-de-soumissions?companyId=${encodeURIComponent(company)}`
  frame.title = 'Demande de soumission'
  frame.style.cssText = 'display:block;width:100%;height:640px;border:0'
  addEventListener('message', ({ data, origin: from, source }) => {
    if (from !== origin || source !== frame.contentWindow) return
    if (data?.type === 'bordee:height' && Number.isFinite(data.height)) frame.style.height = `${Math.min(data.height, 10_000)}px`
    // Scroll up when the next step begins above the visible part.
    if (data?.type === 'bordee:step' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
  })
  // The greeting gives the frame our origin, so that it can send us its height.
  frame.addEventListener('load', () => frame.contentWindow.postMessage({ type: 'bordee:hello' }, origin))

  const put = () => {
    const place = target && document.getElementById(target)
    if (place) place.append(frame)
    else if (document.body.contains(script)) script.after(frame)
    else document.body.append(frame)
  }
  if (document.readyState === 'loading' && (target || !document.body?.contains(script))) addEventListener('DOMContentLoaded', put)
  else put()
})()
