// Makes the page work offline after the first visit. `cargo xtask site` writes the version and the list of files.

const VERSION = 'development';
const FILES = [];
const NETWORK = 'redouble-network'; // filled by the page itself, see network.js

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== VERSION && name !== NETWORK).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answer(event.request));
});

/** What was kept, else what the network has. @param {Request} request */
async function answer(request) {
  const kept = await caches.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
