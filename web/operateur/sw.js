// The service worker of the operator's page: it caches all of the page's files on the phone, so that the page opens
// without a network. Its scope is /operateur. It never touches /api: the page has its own queue of unsent calls.

// Written by the build: the files of this version, and a name that changes with them.
const files = __FILES__
const kept = 'operateur __VERSION__'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(files)))
})

// A new version waits until the page is closed, so that an open page keeps finding the files it was built with.
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
