// The form of a company on its own site: <script src="https://…/embed.js" data-company="…" async></script> puts it where it stands.
;(() => {
  const script = document.currentScript
  const company = script?.dataset.company
  if (!company) return
  const { origin } = new URL(script.src)
  const frame = document.createElement('iframe')
  frame.src = `${origin}/demande-de-soumissions?companyId=${encodeURIComponent(company)}`
  frame.title = 'Demande de soumission'
  frame.style.cssText = 'display:block;width:100%;height:640px;border:0'
  addEventListener('message', ({ data, origin: from, source }) => {
    if (from !== origin || source !== frame.contentWindow) return
    if (data?.type === 'bordee:height' && Number.isFinite(data.height)) frame.style.height = `${Math.min(data.height, 10_000)}px`
    // The next step begins above what is seen.
    if (data?.type === 'bordee:step' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
  })
  // Greeted, it knows whom it may tell its height.
  frame.addEventListener('load', () => frame.contentWindow.postMessage({ type: 'bordee:hello' }, origin))
  script.after(frame)
})()
