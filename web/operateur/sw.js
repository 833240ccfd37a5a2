// The worker of the operator's page: keeps all that the page is made of on the phone, so that it opens where there is no network. It knows its scope,
// /operateur, and never touches /api: what is told there waits in the page's own queue.

// Written by the build: the files of this version, and a name that changes with them.
const files = __FILES__
const kept = 'operateur __VERSION__'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(files)))
})

// A new version waits until the page is closed: one that is open finds the files that it was built with.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith('operateur ') && name !== kept).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  const path = request.mode === 'navigate' ? '/operateur' : url.pathname
  if (files.includes(path))
    event.respondWith(caches.open(kept).then((cache) => cache.match(path).then((answer) => answer ?? fetch(request))))
})
